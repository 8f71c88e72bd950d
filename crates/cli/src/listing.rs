//! What there is: `games`, `algorithms` and `completions`. The tables come from the registry and the presets themselves.

use crate::exit::Exit;
use anyhow::Result;
use clap::ArgMatches;
use comfy_table::{ContentArrangement, Table, presets as table_presets};
use provenum_search::{Algorithm, presets};
use provenum_session::Games;
use std::io::{Write, stdout};

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(table_presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled).set_header(header);
    table
}

/// Without the blanks that fill up the last column.
fn print(table: &Table) -> Result<()> {
    let mut out = stdout().lock();
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

pub(crate) fn games(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let Some(name) = matches.get_one::<String>("game") else {
        let mut table = table(&["game", "what it is", "parameters"]);
        for game in games.infos() {
            let parameters = game.parameters.iter().map(|p| format!("--{} {}", p.name, p.default));
            table.add_row([game.name, game.summary, &parameters.collect::<Vec<_>>().join(" ")]);
        }
        print(&table)?;
        return Ok(Exit::Proven);
    };
    let game = games.find(name)?;
    let mut out = stdout().lock();
    writeln!(out, "{}: {}\n", game.name, game.summary)?;
    writeln!(out, "position  {}", game.position)?;
    writeln!(out, "example   {}", game.example)?;
    for parameter in game.parameters {
        let (name, help, accepts, default) = (parameter.name, parameter.help, parameter.accepts, parameter.default);
        writeln!(out, "--{name}  {help}; accepts {accepts} [default: {default}]")?;
    }
    Ok(Exit::Proven)
}

pub(crate) fn algorithms(matches: &ArgMatches) -> Result<Exit> {
    let Some(name) = matches.get_one::<String>("algorithm") else {
        let mut table = table(&["algorithm", "what it is", "source", "settings"]);
        for preset in presets() {
            let algorithm = Algorithm::named(preset.name)?;
            let settings: Vec<_> = algorithm.settings().iter().map(|s| format!("{}={}", s.name, s.value)).collect();
            table.add_row([preset.name, preset.summary, preset.source, &settings.join(" ")]);
        }
        print(&table)?;
        return Ok(Exit::Proven);
    };
    let algorithm = Algorithm::named(name)?;
    let preset = algorithm.preset();
    let mut out = stdout().lock();
    writeln!(out, "{}: {}\n\nsource  {}", preset.name, preset.summary, preset.source)?;
    for setting in algorithm.settings() {
        writeln!(out, "\n--set {}={}", setting.name, setting.value)?;
        writeln!(out, "    {}", setting.help)?;
        writeln!(out, "    accepts {}. Source: {}", setting.accepts, setting.source)?;
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
