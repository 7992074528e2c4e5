use retry_core::{RetryPolicy, Transient, Verdict, retry};
#[derive(Debug, PartialEq)]
struct E(u32);
impl Transient for E {
    fn verdict(&self) -> Verdict {
        (self.0 != 9).into()
    }
}
struct S {
    n: u32,
    p: RetryPolicy,
}
impl S {
    const A: u32 = 4;
    #[retry(base = "10ms", attempts = 3)]
    async fn m(&mut self, x: &str) -> Result<u32, E> {
        self.n += 1;
        if x.is_empty() {
            return Err(E(self.n));
        }
        Ok(1)
    }
    #[retry(attempts = Self::A)]
    async fn a(&mut self) -> Result<u32, E> {
        self.n += 1;
        Err(E(self.n))?
    }
    #[retry(policy = self.p, transient = |e| e.0 > 0, on_retry = |e| println!("{e:?}"), context = at)]
    async fn p(&mut self) -> Result<u32, E> {
        self.n += 1;
        println!("{at:?}");
        Err(E(self.n))
    }
}
#[retry(blocking, attempts = 3, sleep = |_| {})]
fn blocked(n: &mut u32) -> Result<(), E> {
    *n += 1;
    Err(E(*n))
}
fn send<T: Send>(t: T) -> T {
    t
}
#[tokio::test(start_paused = true)]
async fn it() {
    let mut s = S { n: 0, p: RetryPolicy::default() };
    let f = send(s.m(""));
    println!("size {}", size_of_val(&f));
    assert_eq!(f.await, Err(E(3)));
    s.n = 0;
    assert_eq!(s.a().await, Err(E(4)));
    s.n = 0;
    assert_eq!(s.p().await, Err(E(6)));
    assert_eq!(blocked(&mut s.n), Err(E(9)));
}
