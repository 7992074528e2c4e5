use retry_core::Transient;

#[derive(Transient)]
union Bits {
    number: u32,
}

fn main() {}
