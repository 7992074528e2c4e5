//! A radio that is often busy.

use core::cell::Cell;
use core::fmt;

use embassy_time::Timer;
use retry_core::{BreakerOpen, Transient};

/// What a radio says instead of sending.
#[derive(Debug, Transient)]
pub enum RadioError {
    /// Another one is sending.
    #[transient]
    Busy,
    /// Nobody answers on this channel.
    #[transient]
    Silent,
    /// The base station does not know this sensor.
    #[permanent]
    Unknown,
    /// Nothing was sent, as nobody has answered lately.
    #[permanent]
    Off(BreakerOpen),
}

impl From<BreakerOpen> for RadioError {
    fn from(open: BreakerOpen) -> Self {
        Self::Off(open)
    }
}

impl fmt::Display for RadioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("the channel is busy"),
            Self::Silent => f.write_str("nobody answers"),
            Self::Unknown => f.write_str("the base station does not know this sensor"),
            Self::Off(open) => open.fmt(f),
        }
    }
}

/// Two of three times it is busy, and the base station is on channel 13.
#[derive(Debug, Default)]
pub struct Radio {
    used: Cell<u32>,
}

impl Radio {
    pub async fn join(&self, channel: u8) -> Result<u8, RadioError> {
        Timer::after_millis(5).await;
        if channel == 13 { Ok(channel) } else { Err(RadioError::Silent) }
    }

    pub async fn send(&self, reading: u32) -> Result<(), RadioError> {
        Timer::after_millis(2).await;
        self.used.set(self.used.get() + 1);
        match reading {
            42 => Err(RadioError::Unknown),
            _ if self.used.get().is_multiple_of(3) => Ok(()),
            _ => Err(RadioError::Busy),
        }
    }
}
