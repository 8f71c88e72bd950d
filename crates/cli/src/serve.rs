//! `provenum serve`: the explorer in the browser.

use crate::exit::Exit;
use crate::signals;
use anyhow::{Context, Result};
use clap::ArgMatches;
use provenum_search::Cancel;
use provenum_serve::{Explorer, Options};
use provenum_session::Games;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let certificate = matches.get_one::<PathBuf>("certificate");
    let certificate = certificate.map(|path| std::fs::read(path).with_context(|| format!("cannot read {path:?}")));
    let mut options = Options::default();
    if let Some(&port) = matches.get_one::<u16>("port") {
        options.port = port;
    }
    if let Some(&address) = matches.get_one::<IpAddr>("listen") {
        options.address = address;
    }
    if let Some(&memory) = matches.get_one::<u64>("memory") {
        options.memory = memory;
    }
    options.names = matches.get_many::<String>("host").into_iter().flatten().cloned().collect();
    let explorer = Explorer::start(games.clone(), &options, certificate.transpose()?)?;
    let url = explorer.url();
    let mut out = anstream::stdout().lock();
    writeln!(out, "provenum is at {url}\nCtrl-C ends it")?;
    out.flush()?;
    drop(out);
    if matches.get_flag("open") {
        open(&url);
    }
    let (cancel, stop) = (Cancel::new(), explorer.stopper());
    signals::watch(&cancel)?;
    std::thread::spawn(move || {
        while !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(100));
        }
        stop.stop();
    });
    explorer.run();
    Ok(Exit::Proven)
}

/// Opens an address in the browser, if the system knows how. If not, the address has been printed.
fn open(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if std::process::Command::new(opener).arg(url).spawn().is_err() {
        anstream::eprintln!("no browser could be opened; open the address yourself");
    }
}
