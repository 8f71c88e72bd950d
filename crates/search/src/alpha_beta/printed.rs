//! Procedures as printed.
