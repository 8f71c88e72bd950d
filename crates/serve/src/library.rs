//! The certificates that a server knows, each under the hash of its bytes.

use crate::problem::Problem;
use axum::body::Bytes;
use axum::http::StatusCode;
use provenum_proof::Certificate;
use provenum_session::{Games, Judgement, Proof};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of all certificates together, and how many there may be. The oldest make room.
const MOST_BYTES: usize = 256 << 20;
const MOST: usize = 256;
/// The most positions of a certificate that is taken apart in memory.
const MOST_POSITIONS: u64 = 20_000_000;

/// A certificate that can be looked at.
pub(crate) struct Held {
    /// The SHA-256 of its bytes.
    pub(crate) id: String,
    pub(crate) bytes: Bytes,
    pub(crate) proof: Box<dyn Proof>,
    /// What the checker says of it, once it was asked.
    pub(crate) judged: OnceLock<Judgement>,
    /// Whether it is the answer of a search of this server, which has been checked.
    pub(crate) own: bool,
}

#[derive(Default)]
pub(crate) struct Library(Mutex<VecDeque<Arc<Held>>>);

impl Library {
    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Held>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Held>> {
        self.all().iter().find(|held| held.id == id).cloned()
    }

    /// Takes a certificate in. One that is there already is found again.
    pub(crate) fn add(&self, games: &Games, bytes: Bytes, own: bool) -> Result<Arc<Held>, Problem> {
        let id = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        if let Some(held) = self.get(&id) {
            return Ok(held);
        }
        let wrong = |problem: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, problem);
        let certificate =
            Certificate::from_bytes(&bytes).map_err(|error| wrong(format!("it is no whole certificate: {error}")))?;
        if certificate.positions() as u64 > MOST_POSITIONS {
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "it has too many positions for this server"));
        }
        let subject = &certificate.subject;
        let session = games.open(&subject.game, &subject.parameters, Some(&subject.position))?;
        let proof = session.open(Arc::new(certificate));
        let held = Arc::new(Held { id, bytes, proof, judged: OnceLock::new(), own });
        let mut all = self.all();
        all.push_back(Arc::clone(&held));
        while all.len() > MOST || all.len() > 1 && all.iter().map(|held| held.bytes.len()).sum::<usize>() > MOST_BYTES {
            all.pop_front();
        }
        Ok(held)
    }
}
