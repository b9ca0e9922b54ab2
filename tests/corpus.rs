//! The laws of the fuzz targets on their seeds and on mutations of them.

use std::fs;

use shinpan::board::{Colour, diagram};
use shinpan::gtp::protocol::parse_command;
use shinpan::gtp::server::Server;
use shinpan::law::RuleSet;
use shinpan::law::answer::Asking;
use shinpan::law::facts::Facts;
use shinpan::law::procedure::{Agree, Replay, merged};
use shinpan::proof::{Proof, check::check};
use shinpan::record::{Act, Record, read, script, sgf};
use shinpan::solve::Budget;

/// Pseudo-random numbers, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// The seeds of a target.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    files("corpus", target)
}

fn files(set: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = format!("{}/fuzz/{set}/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut seeds: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .expect("a corpus")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a seed")))
        .collect();
    seeds.sort();
    seeds
}

/// A seed with some bytes changed, left out, doubled or taken from elsewhere in it.
fn mutated(seed: &[u8], random: &mut Random) -> Vec<u8> {
    const SPICE: &[u8] = b"()[];:\\ \n\r\t#BWAC019\xff\xc3\x00";
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(2) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[at] = SPICE[random.below(SPICE.len())],
            1 => bytes.insert(at, SPICE[random.below(SPICE.len())]),
            2 => {
                bytes.remove(at);
            }
            3 => bytes.truncate(at),
            _ => {
                let from = random.below(bytes.len());
                let piece = bytes[from.min(at)..from.max(at)].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

fn acts(record: &Record) -> Vec<(Colour, Act)> {
    record.actions.iter().map(|a| (a.player, a.act.clone())).collect()
}

/// The laws; whether the bytes were a record.
fn laws(bytes: &[u8]) -> bool {
    let record = match read("f", bytes, &[]) {
        Ok(record) => record,
        Err(error) => {
            let text = error.to_string();
            assert!(error.place.line > 0 && error.place.column > 0 && !text.contains('\n'), "{text}");
            return false;
        }
    };
    let written = sgf::write(&record, &[]);
    let again = read("f", written.as_bytes(), &[]).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(again.actions.len(), record.actions.len(), "{written}");
    let written = script::write(&record);
    let again = read("f", written.as_bytes(), &[]).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(acts(&again), acts(&record), "{written}");
    for rules in merged(&RuleSet::defaults()) {
        let game = Replay::of(&rules, &record, Agree::Recorded, Some(500));
        assert_eq!(game.rows.len(), record.actions.len().min(500));
    }
    true
}

#[test]
fn seeds_are_read_or_refused_with_a_place() {
    let all: Vec<(String, Vec<u8>)> = ["sgf", "script"].into_iter().flat_map(seeds).collect();
    assert!(all.len() >= 10);
    for (name, bytes) in all {
        assert_eq!(laws(&bytes), !name.contains("cut"), "{name}");
    }
}

#[test]
fn mutated_seeds_are_read_or_refused_with_a_place() {
    let mut random = Random(88_172_645_463_325_252);
    let (mut read, mut refused) = (0, 0);
    for (_, seed) in ["sgf", "script"].into_iter().flat_map(seeds) {
        for _ in 0..1500 {
            if laws(&mutated(&seed, &mut random)) { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}

/// The laws of the targets that are no records; whether the bytes were what the target reads.
fn other_laws(target: &str, bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let dollars: Vec<String> = text.lines().map(|line| format!("$$ {line}")).collect();
    match target {
        "board" | "dollars" => {
            let drawn = if target == "board" { text.to_string() } else { dollars.join("\n") };
            let board = diagram::parse(&drawn);
            board.is_ok_and(|board| {
                assert_eq!(diagram::parse(&board.to_string()), Ok(board.clone()), "{drawn}");
                true
            })
        }
        "cases" => match shinpan::cases::read("f", text) {
            Ok(cases) => !cases.is_empty(),
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                false
            }
        },
        "proof" => {
            let Ok(checked) = Proof::read(text).map_err(|_| ()).and_then(|p| check(&p).map_err(|_| ())) else {
                return false;
            };
            let judged =
                Asking::of(&checked.position).answer(&checked.rules, &Facts::default(), Budget::default(), false);
            assert_eq!(checked.outcome, judged.outcome(), "{text}");
            true
        }
        "gtp" => {
            let mut server = Server::new("ms-chinese", Budget::of(50)).expect("a rule set");
            for line in bytes.split(|&byte| byte == b'\n') {
                let Some(command) = parse_command(line) else { continue };
                let answer = server.respond(&command);
                assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
                assert!(!answer.contains("defect"), "{answer:?}");
            }
            true
        }
        _ => panic!("no laws for {target}"),
    }
}

#[test]
fn seeds_and_mutations_of_boards_proofs_cases_and_sessions_keep_the_laws_of_their_targets() {
    let mut random = Random(88_172_645_463_325_252);
    for (target, mutations) in [("board", 3000), ("dollars", 3000), ("cases", 500), ("proof", 300), ("gtp", 200)] {
        let seeds = seeds(target);
        assert!(!seeds.is_empty(), "{target}");
        for (name, seed) in seeds {
            assert_eq!(other_laws(target, &seed), !name.contains("refused"), "{name}");
            for _ in 0..mutations {
                other_laws(target, &mutated(&seed, &mut random));
            }
        }
    }
}

/// Inputs that together reach what all inputs of the fuzzer reached.
#[test]
fn what_fuzzing_found_keeps_the_laws() {
    for target in ["sgf", "script", "board", "dollars", "cases", "proof", "gtp"] {
        let found = files("found", target);
        assert!(found.len() > 10, "{target}");
        for (_, bytes) in found {
            match target {
                "sgf" | "script" => laws(&bytes),
                _ => other_laws(target, &bytes),
            };
        }
    }
}

#[test]
fn a_file_of_50_megabytes_is_handled() {
    // One long comment, and as many variations as are allowed.
    let long = format!("(;SZ[3]C[{}];B[aa])", "x".repeat(50 << 20));
    assert_eq!(read("f", long.as_bytes(), &[]).map(|r| r.actions.len()), Ok(1));
    let wide = format!("(;SZ[3]{})", "(;B[aa];W[bb];B[cc];W[ab];B[ba];W[ac];B[];W[])".repeat(900_000));
    assert_eq!(read("f", wide.as_bytes(), &[]).map(|r| r.actions.len()), Ok(8));
}
