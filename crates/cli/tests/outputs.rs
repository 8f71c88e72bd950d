//! Files that the program writes: nothing is lost, and nothing is overwritten.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, command, ignores, let_it_search, provenum, send, stderr, stdout, without_panic};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output};
use std::thread::{sleep, spawn};
use std::time::Duration;

const TEXT: &[u8] = b"my notes, of which there is no copy\n";

/// Makes a certificate of tic-tac-toe.
fn certificate(scratch: &Scratch, name: &str) -> String {
    let path = scratch.path(name);
    expect(&["solve", "mnk", "-q", "--proof", &path], 0);
    path
}

/// Runs the program, which must end with this exit code.
fn expect(arguments: &[&str], code: i32) -> Output {
    let output = provenum(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
    output
}

/// A search that goes on until it is stopped, and is saved there.
fn long_search(file: &str, more: &[&str]) -> Child {
    command(&[&["solve", "connect4", "-q", "--checkpoint", file], more].concat()).spawn().unwrap()
}

/// How many nodes a saved search has expanded, which goes on for a while.
fn expanded(file: &str) -> u64 {
    let output = expect(&["solve", "--resume", file, "--nodes", "1000", "--json"], 3);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["expanded"].as_u64().unwrap()
}

fn is_link(path: &str) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

#[test]
fn a_symbolic_link_is_followed_and_kept() {
    let scratch = Scratch::new("links");
    fs::create_dir(scratch.path("far")).unwrap();
    // The first link is relative to its own directory, and one points to the other.
    symlink("far/real", scratch.path("near")).unwrap();
    symlink(scratch.path("near"), scratch.path("link")).unwrap();
    let link = scratch.path("link");
    for _ in 0..2 {
        certificate(&scratch, "link");
        assert!(is_link(&link) && is_link(&scratch.path("near")));
        assert!(fs::symlink_metadata(scratch.path("far/real")).unwrap().is_file());
        expect(&["check", &scratch.path("far/real")], 0);
    }
    symlink("far/saved", scratch.path("search")).unwrap();
    let search = scratch.path("search");
    expect(&["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &search], 3);
    assert_eq!(expanded(&search), 3000);
    assert!(is_link(&search));
    assert_eq!(Scratch::names_in(&scratch.path("far")), ["real", "saved", "saved.old"]);
    // Links that lead nowhere at all.
    symlink("circle", scratch.path("circle")).unwrap();
    let lost = expect(&["solve", "mnk", "-q", "--proof", &scratch.path("circle")], 2);
    assert!(stderr(&lost).contains("links"), "{}", stderr(&lost));
}

#[test]
fn a_file_keeps_its_mode() {
    let scratch = Scratch::new("mode");
    let (proof, search) = (scratch.path("proof"), scratch.path("search"));
    expect(&["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &search], 3);
    certificate(&scratch, "proof");
    for mode in [0o600, 0o640, 0o666] {
        for file in [&proof, &search] {
            fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
        }
        certificate(&scratch, "proof");
        expanded(&search);
        for file in [&proof, &search] {
            assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, mode, "{file}");
        }
    }
}

#[test]
fn devices_and_pipes_are_written_to() {
    let scratch = Scratch::new("devices");
    let whole = fs::read(certificate(&scratch, "proof")).unwrap();
    let (pipe, null) = (scratch.path("pipe"), scratch.path("null"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    expect(&["solve", "mnk", "-q", "--proof", &pipe], 0);
    assert_eq!(reader.join().unwrap(), whole);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    symlink("/dev/null", &null).unwrap();
    expect(&["solve", "mnk", "-q", "--proof", &null], 0);
    expect(&["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &null], 3);
    assert!(is_link(&null) && fs::metadata(&null).unwrap().file_type().is_char_device());
    // The program's own output is open already, and takes the certificate after the answer before it.
    let own = expect(&["generate", "loa", "--size", "4x4", "--count", "1", "--difficulty", "10..500"], 0);
    let told = &["generate", "loa", "--size", "4x4", "--count", "1", "--difficulty", "10..500", "--output"];
    assert_eq!(expect(&[&told[..], &["/dev/stdout"]].concat(), 0).stdout, own.stdout);
    assert_eq!(scratch.names(), ["null", "pipe", "proof"]);
}

#[test]
fn what_is_of_another_kind_is_replaced_only_by_force() {
    let scratch = Scratch::new("kinds");
    let proof = certificate(&scratch, "proof");
    let notes = scratch.write("notes", TEXT);
    let exports = ["svg", "dot", "json"].map(|ending| scratch.write(&format!("top.{ending}"), TEXT));
    let experiment = scratch
        .write("small.experiment", "title Small\nset trees uniform\n  seed={1..2} branching=3 depth=3\nrun a pn\n");
    let directory = scratch.path("");
    let (first, second, third) = (exports[0].as_str(), exports[1].as_str(), exports[2].as_str());
    let generate = ["generate", "loa", "--size", "4x4", "--count", "1", "--difficulty", "10..500"];
    let results = scratch.path("small.jsonl");
    let (tables, picture) = (scratch.path("small.md"), scratch.path("small.svg"));
    let cases: &[(&str, &[&str], i32)] = &[
        (&notes, &["solve", "mnk", "-q", "--proof", &notes], 0),
        (&notes, &["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &notes], 3),
        (&notes, &["merge", &notes, &proof, &proof], 0),
        (&notes, &[&generate[..], &["--output", &notes]].concat(), 0),
        (first, &["show", &proof, "--export", first], 0),
        (second, &["show", &proof, "--export", second], 0),
        (third, &["show", &proof, "--export", third], 0),
        (&results, &["experiment", &experiment, "--output", &directory], 0),
        (&tables, &["experiment", &experiment, "--output", &directory], 0),
        (&picture, &["experiment", &experiment, "--output", &directory], 0),
    ];
    for (file, arguments, code) in cases {
        fs::write(file, TEXT).unwrap();
        let before = scratch.names();
        let refused = expect(arguments, 2);
        assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
        assert_eq!((fs::read(file).unwrap().as_slice(), stdout(&refused).as_str()), (TEXT, ""), "{arguments:?}");
        assert_eq!(scratch.names(), before, "{arguments:?}");
        expect(&[arguments, &["--force"][..]].concat(), *code);
        assert_ne!(fs::read(file).unwrap(), TEXT, "{arguments:?}");
        // The same again replaces its own, unless it would be lost.
        let kept = arguments.contains(&"--checkpoint") || arguments.contains(&"generate");
        expect(arguments, if kept { 2 } else { *code });
        fs::write(file, "").unwrap();
        expect(arguments, *code);
    }
    // A certificate is no picture, whatever is forced.
    let named = scratch.path("proof.svg");
    fs::copy(&proof, &named).unwrap();
    expect(&["show", &named, "--export", &named, "--force"], 2);
    assert_eq!(fs::read(&named).unwrap(), fs::read(&proof).unwrap());
    // An option that would do nothing is an error.
    expect(&["solve", "mnk", "--force"], 2);
    let both = scratch.path("both");
    let same = expect(&["solve", "connect4", "--nodes", "10", "--proof", &both, "--checkpoint", &both], 2);
    assert!(stderr(&same).contains("checkpoint"), "{}", stderr(&same));
}

#[test]
fn a_new_search_overwrites_no_checkpoint() {
    let scratch = Scratch::new("kept");
    let file = scratch.path("search");
    let four = ["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &file];
    let row = ["solve", "mnk", "--size", "5x5x4", "-q", "--nodes", "1000", "--checkpoint", &file];
    expect(&four, 3);
    let first = fs::read(&file).unwrap();
    let refuse = |what: &str| {
        for again in [&four[..], &row[..]] {
            let refused = expect(again, 2);
            assert!(
                stderr(&refused).contains("--resume") && stderr(&refused).contains("--force"),
                "{}",
                stderr(&refused)
            );
            assert_eq!(stdout(&refused), "", "{what}");
        }
    };
    refuse("a checkpoint");
    assert_eq!((fs::read(&file).unwrap() == first, scratch.names()), (true, vec!["search".to_owned()]));
    assert_eq!(expanded(&file), 3000);
    // The one before is a checkpoint as well.
    fs::remove_file(&file).unwrap();
    refuse("the one before");
    assert!(fs::read(format!("{file}.old")).unwrap() == first);
    // By force it makes room, and nothing is left that could be taken for the new one.
    expect(&[&row[..], &["--force"]].concat(), 3);
    assert_eq!(scratch.names(), ["search"]);
    assert!(String::from_utf8_lossy(&fs::read(&file).unwrap()).contains("\"mnk\""));
    // A search that goes on in another file leaves the first as it was.
    let (saved, other) = (fs::read(&file).unwrap(), scratch.path("other"));
    expect(&["solve", "--resume", &file, "--checkpoint", &other, "--nodes", "1000", "-q"], 3);
    assert!(fs::read(&file).unwrap() == saved && expanded(&other) == 3000);
    expect(&["solve", "--resume", &file, "--checkpoint", &other, "--nodes", "1000", "-q"], 2);
}

#[test]
fn an_answer_is_printed_also_if_its_proof_cannot_be_written() {
    let scratch = Scratch::new("full");
    let full = scratch.path("full");
    symlink("/dev/full", &full).unwrap();
    let output = expect(&["solve", "mnk", "-q", "--proof", &full], 2);
    assert_eq!(stdout(&output), "draw\n");
    assert!(stderr(&output).contains("No space"), "{}", stderr(&output));
    let output = expect(&["solve", "mnk", "--json", "--proof", &full], 2);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["result"], &report["proof"]["checked"]), (&"proven".into(), &true.into()));
    assert_eq!(report["proof"].get("file").filter(|file| !file.is_null()), None);
    let output = expect(&["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &full], 2);
    assert_eq!(stdout(&output), "unknown\n");
    assert!(stderr(&output).contains("not saved"), "{}", stderr(&output));
    let made = ["generate", "loa", "--size", "4x4", "--count", "1", "--difficulty", "10..500", "--output", &full];
    assert!(stdout(&expect(&made, 2)).starts_with("# 1 position"));
    let proof = certificate(&scratch, "proof");
    assert!(stdout(&expect(&["merge", &full, &proof, &proof], 2)).contains("holds"));
    assert!(is_link(&full));
    assert_eq!(scratch.names(), ["full", "proof"]);
}

/// A small disk, gone when the test is over.
struct Disk(String);

impl Disk {
    /// A disk of this size, if we may have one.
    fn mount(path: String, size: &str) -> Option<Disk> {
        fs::create_dir(&path).unwrap();
        let options = format!("size={size}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "provenum", &path]).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Disk(path))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_costs_neither_the_checkpoint_before_nor_the_answer() {
    let scratch = Scratch::new("disk");
    let Some(disk) = Disk::mount(scratch.path("disk"), "600k") else {
        eprintln!("skipped: no disk can be mounted here");
        return;
    };
    let search = format!("{}/search", disk.0);
    let depth_first = ["--algorithm", "df-pn-eps", "--checkpoint", &search];
    expect(&[&["solve", "connect4", "-q", "--nodes", "2000"][..], &depth_first].concat(), 3);
    let saved = fs::read(&search).unwrap();
    let output = expect(&["solve", "--resume", &search, "-q", "--nodes", "200k"], 2);
    assert_eq!(stdout(&output), "unknown\n");
    assert!(stderr(&output).contains("No space"), "{}", stderr(&output));
    assert!(fs::read(&search).unwrap() == saved, "the checkpoint before is as it was");
    assert_eq!(Scratch::names_in(&disk.0), ["search"]);
    let filler = fs::File::create(format!("{}/filler", disk.0)).unwrap();
    while (&filler).write_all(&[1; 4096]).is_ok() {}
    let proof = format!("{}/proof", disk.0);
    let output = expect(&["solve", "connect4", "--size", "4x4", "-q", "--proof", &proof], 2);
    assert_eq!(stdout(&output), "draw\n");
    assert_eq!(Scratch::names_in(&disk.0), ["filler", "search"]);
}

#[test]
fn signals_stop_a_search_and_save_it() {
    // A shell in the background has its children ignore some signals, these tests and what they start among them.
    let heeded = |&(_, number): &(&str, u32)| !ignores("self", number);
    for (signal, _) in [("INT", 2), ("TERM", 15), ("HUP", 1)].into_iter().filter(heeded) {
        let scratch = Scratch::new(&format!("signal-{signal}"));
        let file = scratch.path("search");
        let search = long_search(&file, &[]);
        let_it_search(&search);
        // Twice at once, as timeout does: this is one wish and not two.
        let (signal, process) = (format!("-{signal}"), search.id().to_string());
        assert!(Command::new("kill").args([&signal, &process, &process]).status().unwrap().success());
        let output = without_panic(search.wait_with_output().unwrap());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), "unknown\n"), "{signal}");
        assert_eq!(scratch.names(), ["search"]);
        assert!(expanded(&file) > 1000);
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let scratch = Scratch::new("hurry");
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Nobody reads what the search wants to save, so it waits for ever.
    let mut search = long_search(&pipe, &[]);
    let_it_search(&search);
    let mut sent = 0;
    while search.try_wait().unwrap().is_none() {
        send(&search, "TERM");
        sent += 1;
        sleep(Duration::from_millis(500));
    }
    assert!(sent > 1, "it is meant to wait");
    let output = without_panic(search.wait_with_output().unwrap());
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let mut nohup = Command::new("sh");
    nohup.args(["-c", "trap '' HUP; exec \"$0\" solve connect4 -q", env!("CARGO_BIN_EXE_provenum")]);
    let mut search = nohup.stdout(std::process::Stdio::null()).spawn().unwrap();
    let_it_search(&search);
    assert!(ignores(&search.id().to_string(), 1));
    send(&search, "TERM");
    assert_eq!(search.wait().unwrap().code(), Some(3));
}

#[test]
fn a_search_that_is_killed_while_it_is_saved_goes_on() {
    let scratch = Scratch::new("killed");
    let file = scratch.path("search");
    let is_unfinished = |name: &String| name.ends_with(".tmp");
    let (mut last, mut left, mut round) = (0, 0, 0);
    // Some saves are complete before they can be stopped.
    while round < 4 || left == 0 {
        let every = ["--checkpoint-every", "1ms"];
        let mut search = match round {
            0 => long_search(&file, &every),
            _ => command(&[&["solve", "-q", "--resume", &file], &every[..]].concat()).spawn().unwrap(),
        };
        // Until it has been saved once, and is being saved again.
        while round == 0 && !Path::new(&format!("{file}.old")).exists() {
            sleep(Duration::from_millis(1));
        }
        let_it_search(&search);
        while !scratch.names().iter().any(is_unfinished) {
            assert!(search.try_wait().unwrap().is_none(), "it must go on");
        }
        search.kill().unwrap();
        search.wait().unwrap();
        left += scratch.names().iter().filter(|name| is_unfinished(name)).count();
        let now = expanded(&file);
        assert!(now > last, "{now} after {last}");
        (last, round) = (now, round + 1);
        assert!(!scratch.names().iter().any(is_unfinished), "{:?}", scratch.names());
    }
}

#[test]
fn two_processes_do_not_save_to_one_file() {
    let scratch = Scratch::new("two");
    let file = scratch.path("search");
    let link = scratch.path("link");
    symlink(&file, &link).unwrap();
    let mut first = long_search(&file, &["--checkpoint-every", "20ms"]);
    while !Path::new(&format!("{file}.old")).exists() {
        sleep(Duration::from_millis(1));
    }
    let old = format!("{file}.old");
    let others: [&[&str]; 4] = [
        &["solve", "mnk", "--checkpoint", &file, "--force"],
        &["solve", "mnk", "--checkpoint", &link, "--force"],
        &["solve", "--resume", &file],
        &["solve", "--resume", &old],
    ];
    for other in others {
        let refused = expect(other, 2);
        assert!(stderr(&refused).contains("another process is saving its search"), "{}", stderr(&refused));
    }
    // However it ends, nothing is in the way of the next one.
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(expanded(&file) > 1000);
}

#[test]
fn a_damaged_checkpoint_gives_way_to_the_one_before() {
    let scratch = Scratch::new("damaged");
    let file = scratch.path("search");
    let old = format!("{file}.old");
    expect(&["solve", "connect4", "-q", "--nodes", "2000", "--checkpoint", &file], 3);
    assert_eq!(expanded(&file), 3000);
    let (newer, older) = (fs::read(&file).unwrap(), fs::read(&old).unwrap());
    let mut flipped = newer.clone();
    flipped[newer.len() / 2] ^= 1;
    let cut = newer[..newer.len() / 3].to_vec();
    for (what, content) in [
        ("flipped", Some(flipped)),
        ("cut", Some(cut)),
        ("empty", Some(vec![])),
        ("other", Some(TEXT.to_vec())),
        ("missing", None),
    ] {
        fs::write(&old, &older).unwrap();
        match &content {
            Some(content) => fs::write(&file, content).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        // It is enough to look: as long as there is nothing new, the good one stays.
        let looked = expect(&["solve", "--resume", &file, "-q", "--nodes", "500"], 3);
        assert!(
            stderr(&looked).contains("resuming from") && stderr(&looked).contains("search.old"),
            "{}",
            stderr(&looked)
        );
        assert!(fs::read(&old).unwrap() == older, "{what}: the good one is kept while the other is replaced");
        let whole = expect(&["solve", "--resume", &file, "-q", "--nodes", "500"], 3);
        assert_eq!(stderr(&whole), "", "{what}");
        assert_eq!(expanded(&file), 4000, "{what}");
    }
    // What is no checkpoint is put aside and not lost.
    assert_eq!(fs::read(format!("{file}.damaged")).unwrap(), TEXT);
    // Another version of the program may have written it: that is no damage.
    let mut newest = newer.clone();
    newest[7] = 99;
    fs::write(&file, &newest).unwrap();
    let refused = expect(&["solve", "--resume", &file, "-q", "--nodes", "500"], 2);
    assert!(stderr(&refused).contains("different version"), "{}", stderr(&refused));
    assert!(fs::read(&file).unwrap() == newest);
}

#[test]
fn two_proofs_of_one_name_do_not_mix() {
    let scratch = Scratch::new("mix");
    let file = scratch.path("proof");
    for _ in 0..3 {
        let both = [["mnk", "--size"], ["connect4", "--size"]].map(|[game, option]| {
            let size = if game == "mnk" { "3x3x3" } else { "4x4" };
            command(&["solve", game, option, size, "-q", "--proof", &file]).spawn().unwrap()
        });
        for process in both {
            assert_eq!(process.wait_with_output().unwrap().status.code(), Some(0));
        }
        expect(&["check", &file], 0);
    }
    assert_eq!(scratch.names(), ["proof"]);
}

#[test]
fn results_after_a_line_that_was_cut_off_are_whole() {
    let scratch = Scratch::new("rows");
    let experiment = scratch
        .write("small.experiment", "title Small\nset trees uniform\n  seed={1..4} branching=3 depth=3\nrun a pn\n");
    let run = ["experiment", &experiment, "--output", &scratch.path("")];
    expect(&run, 0);
    let results = scratch.path("small.jsonl");
    let whole = fs::read_to_string(&results).unwrap();
    fs::write(&results, &whole[..whole.len() - 40]).unwrap();
    expect(&run, 0);
    let lines = fs::read_to_string(&results).unwrap();
    let readable = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    assert_eq!((lines.lines().count(), lines.lines().filter(readable).count()), (5, 4), "{lines}");
    // Nor do two of them run at the same time.
    let locked = fs::File::open(&results).unwrap();
    locked.lock().unwrap();
    let refused = expect(&run, 2);
    assert!(stderr(&refused).contains("another process"), "{}", stderr(&refused));
}
