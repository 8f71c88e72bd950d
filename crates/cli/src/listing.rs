//! What there is: `games`, `algorithms` and `completions`. The tables come from the registry and the presets themselves.

use crate::exit::Exit;
use crate::text::wrapped;
use anyhow::Result;
use clap::ArgMatches;
use provenum_game::GameInfo;
use provenum_search::{Algorithm, presets};
use provenum_session::Games;
use serde::Serialize;
use std::io::{Write, stdout};

/// A game, in the form of the JSON output.
#[derive(Serialize)]
struct GameEntry {
    name: &'static str,
    summary: &'static str,
    position: &'static str,
    example: &'static str,
    parameters: Vec<ParameterEntry>,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: &'static str,
    default: &'static str,
    help: &'static str,
    accepts: &'static str,
}

impl GameEntry {
    fn new(game: &GameInfo) -> GameEntry {
        let parameters = game.parameters.iter().map(|p| ParameterEntry {
            name: p.name,
            default: p.default,
            help: p.help,
            accepts: p.accepts,
        });
        let GameInfo { name, summary, position, example, .. } = *game;
        GameEntry { name, summary, position, example, parameters: parameters.collect() }
    }
}

/// An algorithm, in the form of the JSON output.
#[derive(Serialize)]
struct AlgorithmEntry {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    settings: Vec<SettingEntry>,
}

#[derive(Serialize)]
struct SettingEntry {
    name: &'static str,
    default: String,
    help: &'static str,
    accepts: &'static str,
    source: &'static str,
}

impl AlgorithmEntry {
    fn new(name: &str) -> Result<AlgorithmEntry> {
        let algorithm = Algorithm::named(name)?;
        let settings = algorithm.settings().into_iter().map(|s| SettingEntry {
            name: s.name,
            default: s.value,
            help: s.help,
            accepts: s.accepts,
            source: s.source,
        });
        let preset = algorithm.preset();
        let (name, summary, source) = (preset.name, preset.summary, preset.source);
        Ok(AlgorithmEntry { name, summary, source, settings: settings.collect() })
    }
}

/// A table with a line for each, and how to know more.
fn print_table(what: &str, command: &str, rows: &[(&str, &str)]) -> Result<()> {
    let mut out = stdout().lock();
    let width = rows.iter().map(|(name, _)| name.len()).chain([what.len()]).max().unwrap_or(0);
    writeln!(out, " {what:<width$}  what it is; more with `provenum {command} NAME`")?;
    for (name, summary) in rows {
        writeln!(out, " {name:<width$}  {summary}")?;
    }
    Ok(())
}

fn print_json(value: &impl Serialize) -> Result<Exit> {
    writeln!(stdout().lock(), "{}", serde_json::to_string(value)?)?;
    Ok(Exit::Proven)
}

pub(crate) fn games(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let json = matches.get_flag("json");
    let Some(name) = matches.get_one::<String>("game") else {
        let entries: Vec<_> = games.infos().map(GameEntry::new).collect();
        if json {
            return print_json(&entries);
        }
        print_table("game", "games", &entries.iter().map(|game| (game.name, game.summary)).collect::<Vec<_>>())?;
        return Ok(Exit::Proven);
    };
    let game = GameEntry::new(games.find(name)?);
    if json {
        return print_json(&game);
    }
    let mut out = stdout().lock();
    writeln!(out, "{}\n", wrapped("", &format!("{}: {}", game.name, game.summary), 0))?;
    writeln!(out, "{}", wrapped("position  ", game.position, 10))?;
    writeln!(out, "example   provenum solve {} {}", game.name, quoted_if_needed(game.example))?;
    for ParameterEntry { name, default, help, accepts } in game.parameters {
        writeln!(out, "\n--{name} {default}")?;
        writeln!(out, "{}", wrapped("    ", &format!("{help}; accepts {accepts}"), 4))?;
    }
    Ok(Exit::Proven)
}

/// An example as it is typed.
fn quoted_if_needed(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "./-+,=_".contains(c));
    if plain { text.to_owned() } else { format!("'{text}'") }
}

pub(crate) fn algorithms(matches: &ArgMatches) -> Result<Exit> {
    let json = matches.get_flag("json");
    let Some(name) = matches.get_one::<String>("algorithm") else {
        if json {
            let entries: Vec<_> =
                presets().iter().map(|preset| AlgorithmEntry::new(preset.name)).collect::<Result<_>>()?;
            return print_json(&entries);
        }
        let rows: Vec<_> = presets().iter().map(|preset| (preset.name, preset.summary)).collect();
        print_table("algorithm", "algorithms", &rows)?;
        return Ok(Exit::Proven);
    };
    let algorithm = AlgorithmEntry::new(name)?;
    if json {
        return print_json(&algorithm);
    }
    let mut out = stdout().lock();
    let AlgorithmEntry { name, summary, source, settings } = algorithm;
    writeln!(out, "{}\n", wrapped("", &format!("{name}: {summary}"), 0))?;
    writeln!(out, "{}", wrapped("source  ", source, 8))?;
    for setting in settings {
        writeln!(out, "\n--set {}={}", setting.name, setting.default)?;
        writeln!(out, "{}", wrapped("    ", setting.help, 4))?;
        let accepts = format!("accepts {}. Source: {}", setting.accepts, setting.source);
        writeln!(out, "{}", wrapped("    ", &accepts, 4))?;
    }
    Ok(Exit::Proven)
}

pub(crate) fn completions(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    if let Some(&shell) = matches.get_one::<clap_complete::Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut crate::arguments::command(games), "provenum", &mut script);
        stdout().lock().write_all(&script)?;
    }
    Ok(Exit::Proven)
}
