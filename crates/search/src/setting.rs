//! What can be set by name: a row for each setting, with what it does and what it takes.
//!
//! Every family of searches has a struct of its own with all that can be set of it, and a list of rows for what can be set by
//! name.

/// Something that can be set of a family of searches by name.
#[derive(Debug)]
pub struct Setting<S> {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The values it takes.
    pub accepts: &'static str,
    /// Where it was published.
    pub source: &'static str,
    pub(crate) get: fn(&S) -> String,
    pub(crate) set: fn(&mut S, &str) -> Option<()>,
}

impl<S> Clone for Setting<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Setting<S> {}

/// Sets something to a value, if there is one.
pub(crate) fn put<T>(target: &mut T, value: Option<T>) -> Option<()> {
    *target = value?;
    Some(())
}

/// A finite number of this range.
pub(crate) fn number(text: &str, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// The name of a value in a list of names.
pub(crate) fn name_of<T: PartialEq>(names: &[(&str, T)], value: &T) -> String {
    names.iter().find(|(_, named)| named == value).map_or("other", |(name, _)| name).to_owned()
}

/// The value of a name in a list of names.
pub(crate) fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

pub(crate) const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
