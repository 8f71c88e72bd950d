//! The explorer: a server on your own machine that solves positions and shows proofs, for a browser and for programs.
//!
//! It drives sessions and holds no algorithm. Routes are in `routes`, what stands before them in `guard`, searches with their
//! queue in `searches`, certificates in `library`. No route takes the name of a file.

mod guard;
mod library;
mod news;
mod page;
mod problem;
mod routes;
mod searches;
mod state;

pub use state::Options;

use axum::body::Bytes;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use provenum_session::Games;
use state::Server;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// Connections at a time. Others are turned away at once.
const CONNECTIONS: usize = 512;
/// Threads for work that takes time: reading positions, looking things up.
const WORKERS: usize = 8;

/// A server that listens already, and serves when it is run.
#[derive(Debug)]
pub struct Explorer {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    server: Arc<Server>,
    address: SocketAddr,
    /// How long a client may take to say what it wants, and how long a connection may be idle.
    patience: Duration,
    stop: watch::Sender<bool>,
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Ends it.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Server")
    }
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system does not let it listen there.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The system has nothing to run it on.
    #[error("cannot start: {0}")]
    System(io::Error),
    /// The certificate to begin with is none.
    #[error("{0}")]
    Proof(String),
}

impl Explorer {
    /// Listens, and takes in a certificate to begin with.
    pub fn start(games: Games, options: &Options, certificate: Option<Vec<u8>>) -> Result<Explorer, StartError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(WORKERS)
            .thread_name("serve")
            .enable_all()
            .build()
            .map_err(StartError::System)?;
        let wanted = SocketAddr::new(options.address, options.port);
        let listener =
            runtime.block_on(TcpListener::bind(wanted)).map_err(|error| StartError::Listen(wanted, error))?;
        let address = listener.local_addr().map_err(StartError::System)?;
        let token = if options.address.is_loopback() { None } else { Some(token().map_err(StartError::System)?) };
        let mut server = Server::new(games, options, address.port(), token);
        if let Some(certificate) = certificate {
            let shelf = &server.shelf;
            let held = shelf.library.add(&shelf.games, Bytes::from(certificate), false);
            server.first = Some(held.map_err(|problem| StartError::Proof(problem.to_string()))?.id.clone());
        }
        let (patience, stop) = (options.patience, watch::Sender::new(false));
        Ok(Explorer { runtime, listener, server: Arc::new(server), address, patience, stop })
    }

    /// The address to open in a browser.
    #[must_use]
    pub fn url(&self) -> String {
        let token = self.server.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{}/{token}", self.address)
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Serves until it is stopped.
    pub fn run(self) {
        let Explorer { runtime, listener, server, patience, stop, .. } = self;
        let searches = Arc::clone(&server.searches);
        let accepting = runtime.spawn(accept(listener, routes::router(server), patience));
        let mut stopped = stop.subscribe();
        let _ = runtime.block_on(stopped.wait_for(|&stopped| stopped));
        accepting.abort();
        searches.stop_all();
        runtime.shutdown_timeout(Duration::from_millis(500));
    }
}

async fn accept(listener: TcpListener, router: axum::Router, patience: Duration) {
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        match (listener.accept().await, Arc::clone(&free).try_acquire_owned()) {
            (Ok((stream, _)), Ok(place)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    serve(stream, router, patience).await;
                    drop(place);
                });
            }
            // Turned away: the connection is closed.
            (Ok(_), Err(_)) => {}
            // Too many files are open, or the client has gone: wait a little rather than spin.
            (Err(_), _) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve(stream: TcpStream, router: axum::Router, patience: Duration) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(64 << 10);
    // What goes wrong with one client is no matter to the others.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

/// 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
