use std::time::Duration;

use rand_distr::{Distribution, Normal};
use retry_core::rand::Rng;

/// The way between a client and the server: each message takes |Normal(10 ms, 2 ms)|.
///
/// ```
/// use herd::Network;
/// use retry_core::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let network = Network::new();
/// let mean = (0..1000).map(|_| network.leg(&mut rng).as_secs_f64()).sum::<f64>() / 1000.0;
/// assert!((0.0097..0.0103).contains(&mean), "{mean}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Network {
    milliseconds: Normal<f64>,
}

impl Network {
    /// The only network there is.
    ///
    /// # Panics
    ///
    /// Never: both parameters are finite.
    #[must_use]
    pub fn new() -> Self {
        Self { milliseconds: Normal::new(10.0, 2.0).expect("both parameters are finite") }
    }

    /// How long one message takes, one way.
    pub fn leg<R: Rng>(&self, rng: &mut R) -> Duration {
        // Five standard deviations below the mean lies zero, and a message does not arrive before it was sent.
        Duration::from_secs_f64(self.milliseconds.sample(rng).abs() / 1000.0)
    }
}

impl Default for Network {
    fn default() -> Self {
        Self::new()
    }
}
