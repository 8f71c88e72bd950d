//! Time on the clock and time of the processor.

use std::time::{Duration, Instant};

/// Measures both from when it is made.
pub(crate) struct Stopwatch {
    clock: Instant,
    processor: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { clock: Instant::now(), processor: processor_time() }
    }

    /// Seconds on the clock.
    pub(crate) fn seconds(&self) -> f64 {
        self.clock.elapsed().as_secs_f64()
    }

    /// Seconds that the processor has worked for this process.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        processor_time().saturating_sub(self.processor).as_secs_f64()
    }
}

#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Elsewhere the clock has to do: a search keeps one core busy.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
