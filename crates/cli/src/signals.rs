//! Signals that end a search: Ctrl-C, and on Unix also SIGTERM and SIGHUP.

use anyhow::{Context, Result};
use provenum_search::Cancel;
use std::io;
use std::time::{Duration, Instant};

/// A signal that follows another so soon is the same wish: `timeout` sends its own twice, and so does a terminal that is closed.
const SAME: Duration = Duration::from_millis(100);

/// Raises the flag at the first signal, and ends the program at the second.
pub(crate) fn watch(cancel: &Cancel) -> Result<()> {
    let cancel = cancel.clone();
    let mut first: Option<Instant> = None;
    let heed = move || match first {
        None => {
            first = Some(Instant::now());
            cancel.cancel();
        }
        Some(first) if first.elapsed() < SAME => {}
        // Someone is in a hurry.
        Some(_) => std::process::exit(3),
    };
    at_signals(heed).context("cannot handle interrupts")
}

#[cfg(unix)]
fn at_signals(mut heed: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let ignored = ignored();
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(wanted)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || signals.forever().for_each(|_| heed()))?;
    Ok(())
}

/// The signals that whoever started the program wants ignored, as nohup does, one bit for each. Only Linux tells.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn at_signals(heed: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(heed).map_err(io::Error::other)
}
