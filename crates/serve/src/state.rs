//! What all requests share.

use crate::library::Library;
use crate::searches::{Searches, Shelf};
use provenum_session::Games;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen: loopback, unless others are to be let in.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Bytes that all searches together may use.
    pub memory: u64,
    /// Searches that run at the same time.
    pub searches: usize,
    /// Names beside the address under which it may be asked for.
    pub names: Vec<String>,
    /// How long a client may take to say what it wants; three times as long to send all of it.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            address: IpAddr::from([127, 0, 0, 1]),
            port: 8017,
            memory: 2 << 30,
            searches: cores.saturating_sub(1).max(1),
            names: Vec::new(),
            patience: Duration::from_secs(10),
        }
    }
}

pub(crate) struct Server {
    pub(crate) shelf: Shelf,
    pub(crate) searches: Arc<Searches>,
    /// What who asks must know, off loopback.
    pub(crate) token: Option<String>,
    /// The names under which the server may be asked for, with its port.
    names: Vec<String>,
    port: u16,
    /// How long a client may take to send a body.
    pub(crate) body_time: Duration,
    /// The proof that was named when the server was started.
    pub(crate) first: Option<String>,
}

impl Server {
    pub(crate) fn new(games: Games, options: &Options, port: u16, token: Option<String>) -> Server {
        let address = match options.address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        let mut names = vec![address];
        if options.address.is_loopback() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        names.extend(options.names.iter().map(|name| name.to_ascii_lowercase()));
        let with_port = names.iter().map(|name| format!("{name}:{port}"));
        let names = with_port.chain(names.iter().filter(|_| port == 80).cloned()).collect();
        let searches = Arc::new(Searches::new(options.searches, options.memory, token.is_some()));
        let shelf = Shelf { games, library: Arc::new(Library::default()) };
        let body_time = 3 * options.patience;
        Server { shelf, searches, token, names, port, body_time, first: None }
    }

    pub(crate) fn is_own_name(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        // Another site can make a name of its own lead here, but not an address.
        let is_address = || host.parse().is_ok_and(|address: SocketAddr| address.port() == self.port);
        self.names.contains(&host) || self.token.is_some() && is_address()
    }
}
