//! The certificate of an answer, in a file that the other program has named.

use super::tell;
use anyhow::Result;
use provenum_session::text::count;
use provenum_session::{Certified, FileKind, NoCertificate, Output};
use std::path::Path;

/// Writes the certificate, if that is wanted.
pub(crate) fn keep_certificate(
    path: Option<&Path>,
    certificate: Option<Result<Certified, NoCertificate>>,
) -> Result<()> {
    let (Some(path), Some(certificate)) = (path, certificate) else { return Ok(()) };
    let written = match certificate {
        Ok(certified) => Output::open(path, FileKind::Certificate, false)
            .and_then(|output| output.write(&certified.bytes))
            .map(|()| certified.positions())
            .map_err(|error| error.to_string()),
        Err(reason) => Err(reason.to_string()),
    };
    match written {
        Ok(positions) => {
            tell(&format!("certificate with {} saved to {}", count(positions, "position"), path.display()))
        }
        Err(reason) => tell(&format!("no certificate: {reason}")),
    }
}
