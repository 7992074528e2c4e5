//! The wait that a gRPC server asks for: its pushback, and the `RetryInfo` in the details of its status.

use core::str;
use core::time::Duration;

/// The value of `grpc-retry-pushback-ms` in milliseconds, as [gRFC A6] defines it. `None` means no further attempt: the
/// value is negative or cannot be read.
///
/// [gRFC A6]: https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback
pub(super) fn pushback(value: &[u8]) -> Option<Duration> {
    let milliseconds: i32 = str::from_utf8(value).ok()?.parse().ok()?;
    u64::try_from(milliseconds).ok().map(Duration::from_millis)
}

/// The longest delay of the `google.rpc.RetryInfo`s in a `google.rpc.Status`. A `RetryInfo` without a delay counts as
/// zero. `None` if there is no `RetryInfo`, or if the bytes are no such message.
pub(super) fn retry_info(status: &[u8]) -> Option<Duration> {
    let details = fields(status)?.into_iter().filter(|(number, _)| *number == 3);
    details.filter_map(|(_, any)| delay(any.bytes()?)).max()
}

/// The delay of the `RetryInfo` in an `Any`; `None` if the `Any` holds another message.
fn delay(any: &[u8]) -> Option<Duration> {
    let any = fields(any)?;
    if !last(&any, 1)?.bytes()?.ends_with(b"/google.rpc.RetryInfo") {
        return None;
    }
    let info = fields(last(&any, 2).map_or(Some(&[][..]), Value::bytes)?)?;
    let delay = fields(last(&info, 1).map_or(Some(&[][..]), Value::bytes)?)?;
    // An `int64` and an `int32`. A negative number has ten bytes in both cases, and means a time in the past.
    let part = |number| last(&delay, number).map_or(0, Value::integer).max(0).unsigned_abs();
    Some(Duration::from_secs(part(1)).saturating_add(Duration::from_nanos(part(2))))
}

/// The last field with this number. Protocol Buffers let the last of several values count.
fn last<'a>(fields: &[(u64, Value<'a>)], number: u64) -> Option<Value<'a>> {
    fields.iter().rev().find(|(found, _)| *found == number).map(|(_, value)| *value)
}

/// The value of a field, by its wire type.
#[derive(Clone, Copy)]
enum Value<'a> {
    Integer(u64),
    Bytes(&'a [u8]),
    /// Four or eight bytes, which no field read here has.
    Fixed,
}

impl<'a> Value<'a> {
    fn bytes(self) -> Option<&'a [u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    fn integer(self) -> i64 {
        if let Self::Integer(integer) = self { i64::from_ne_bytes(integer.to_ne_bytes()) } else { 0 }
    }
}

/// The numbers and values of a message's fields, in the [encoding of Protocol Buffers].
///
/// [encoding of Protocol Buffers]: https://protobuf.dev/programming-guides/encoding/
fn fields(mut bytes: &[u8]) -> Option<Vec<(u64, Value<'_>)>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let value = match tag & 7 {
            0 => Value::Integer(varint(&mut bytes)?),
            1 => take(&mut bytes, 8).map(|_| Value::Fixed)?,
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                Value::Bytes(take(&mut bytes, length)?)
            }
            5 => take(&mut bytes, 4).map(|_| Value::Fixed)?,
            _ => return None,
        };
        fields.push((tag >> 3, value));
    }
    Some(fields)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that holds bytes, each shorter than 128.
    fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
        [&[number << 3 | 2, u8::try_from(bytes.len()).unwrap()], bytes].concat()
    }

    /// A `Status` with details, of which the second is a `RetryInfo` with this `Duration`.
    fn status(duration: &[u8]) -> Vec<u8> {
        let other = field(1, b"type.googleapis.com/google.rpc.DebugInfo");
        let name = field(1, b"type.googleapis.com/google.rpc.RetryInfo");
        let info = [name, field(2, &field(1, duration))].concat();
        [vec![8, 8], field(2, b"too many"), field(3, &other), field(3, &info)].concat()
    }

    #[test]
    fn the_delay_is_read_from_the_details() {
        assert_eq!(retry_info(&status(&[8, 2, 16, 0x80, 0xca, 0xb5, 0xee, 1])), Some(Duration::from_millis(2500)));
        assert_eq!(retry_info(&status(&[])), Some(Duration::ZERO));
        assert_eq!(retry_info(&field(3, &field(1, b"x/google.rpc.RetryInfo"))), Some(Duration::ZERO));
        assert_eq!(retry_info(&field(3, &field(1, b"x/google.rpc.DebugInfo"))), None);
        assert_eq!(retry_info(&[]), None);
    }

    #[test]
    fn a_negative_delay_asks_for_none() {
        let minus_one = [8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        assert_eq!(retry_info(&status(&minus_one)), Some(Duration::ZERO));
    }

    /// No part of a message makes the reader panic.
    #[test]
    fn what_is_cut_off_or_no_message_is_not_read() {
        let whole = status(&[8, 2]);
        for length in 0..whole.len() {
            assert_eq!(retry_info(&whole[..length]), None, "{length}");
        }
        for byte in 0..=u8::MAX {
            let _ = retry_info(&[byte; 24]);
        }
        assert_eq!(retry_info(&field(3, &[0xff; 12])), None);
    }

    #[test]
    fn a_pushback_that_is_negative_or_unreadable_is_none() {
        assert_eq!(pushback(b"0"), Some(Duration::ZERO));
        assert_eq!(pushback(b"1500"), Some(Duration::from_millis(1500)));
        for value in ["-1", "", "soon", "1.5", "2147483648"] {
            assert_eq!(pushback(value.as_bytes()), None, "{value}");
        }
    }
}
