//! The modules of this crate form layers: none knows one that knows it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// All source files of a module, without their tests.
fn sources(module: &str) -> String {
    fn collect(path: &Path, out: &mut Vec<PathBuf>) {
        match path.is_dir() {
            true => fs::read_dir(path).unwrap().for_each(|entry| collect(&entry.unwrap().path(), out)),
            false => out.push(path.to_owned()),
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for path in [source.join(format!("{module}.rs")), source.join(module)] {
        if path.exists() {
            collect(&path, &mut files);
        }
    }
    let text = |file: PathBuf| fs::read_to_string(file).unwrap().split("#[cfg(test)]").next().unwrap().to_owned();
    files.into_iter().map(text).collect()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// Which module each module uses, by its path or by a name that the crate exports.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let library = sources("lib");
    let modules: BTreeSet<String> = library
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect();
    let mut exported = BTreeMap::new();
    for line in library.split(';').filter_map(|line| line.trim().strip_prefix("pub use ")) {
        let (module, names) = line.split_once("::").unwrap();
        words(names).for_each(|name| _ = exported.insert(name.to_owned(), module.to_owned()));
    }
    let mut uses = BTreeMap::new();
    for module in &modules {
        let text = sources(module);
        let mut used = BTreeSet::new();
        for after in text.split("crate::").skip(1) {
            let names = match after.strip_prefix('{') {
                Some(list) => list.split('}').next().unwrap(),
                None => after.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap(),
            };
            used.extend(words(names).map(|name| exported.get(name).cloned().unwrap_or(name.to_owned())));
        }
        used.retain(|other| modules.contains(other) && other != module);
        uses.insert(module.clone(), used);
    }
    uses
}

#[test]
fn no_module_knows_one_that_knows_it() {
    let mut left = uses();
    assert!(left.len() > 15 && left["algorithm"].contains("depth_first"), "the modules are not found: {left:?}");
    // Take away what uses nothing that is left, until nothing can be taken.
    while let Some(bottom) = left.iter().find(|(_, used)| used.iter().all(|other| !left.contains_key(other))) {
        let bottom = bottom.0.clone();
        left.remove(&bottom);
    }
    assert!(left.is_empty(), "these modules form circles: {left:#?}");
}
