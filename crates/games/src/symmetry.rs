//! The parameter `symmetry`: whether a position and its mirror image share a table key.

use provenum_game::{InputError, Parameter, Parameters, shorten};

/// Which positions share a key. Codes stay exact, so proofs do not depend on this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// Every position has a key of its own.
    #[default]
    None,
    /// A position and its left-right mirror image share one.
    Mirror,
}

impl Symmetry {
    pub(crate) const PARAMETER: Parameter = Parameter {
        name: "symmetry",
        help: "whether mirror images share a table key",
        accepts: "none or mirror",
        default: "none",
    };

    pub(crate) fn read(parameters: &Parameters) -> Result<Symmetry, InputError> {
        match parameters.get(Self::PARAMETER.name) {
            None | Some("none") => Ok(Symmetry::None),
            Some("mirror") => Ok(Symmetry::Mirror),
            Some(other) => Err(InputError::parameter(
                Self::PARAMETER.name,
                format!("there is no symmetry {:?}", shorten(other)),
                Self::PARAMETER.accepts,
            )),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Mirror => "mirror",
        }
    }
}
