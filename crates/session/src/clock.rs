//! Time on the clock and time of the processor.

use std::time::{Duration, Instant};

/// Measures both from when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: Instant,
    processor: Duration,
    whose: Whose,
}

/// Whose time of the processor counts.
#[derive(Clone, Copy, Debug)]
enum Whose {
    Process,
    Thread,
}

impl Stopwatch {
    /// Measures the time that the processor works for the whole process.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch::of(Whose::Process)
    }

    /// Measures the time that the processor works for this thread alone.
    #[must_use]
    pub fn of_thread() -> Stopwatch {
        Stopwatch::of(Whose::Thread)
    }

    fn of(whose: Whose) -> Stopwatch {
        Stopwatch { clock: Instant::now(), processor: processor_time(whose), whose }
    }

    /// Time on the clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Seconds on the clock.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Seconds that the processor has worked for it.
    #[must_use]
    pub fn cpu_seconds(&self) -> f64 {
        processor_time(self.whose).saturating_sub(self.processor).as_secs_f64()
    }
}

#[cfg(unix)]
fn processor_time(whose: Whose) -> Duration {
    let time = rustix::time::clock_gettime(match whose {
        Whose::Process => rustix::time::ClockId::ProcessCPUTime,
        Whose::Thread => rustix::time::ClockId::ThreadCPUTime,
    });
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Elsewhere the clock has to do: a search keeps one core busy.
#[cfg(not(unix))]
fn processor_time(_whose: Whose) -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
