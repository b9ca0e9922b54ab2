//! What a player holds is shown by steps, and nothing that he does not hold: not by steps that are altered, nor by those of other positions.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Kernel, Position, WideBoard, diagram};
use shinpan::law::RuleSet;
use shinpan::law::answer::Asking;
use shinpan::law::facts::Facts;
use shinpan::law::finished::{Holding, Sight};
use shinpan::proof::check::{Fault, check};
use shinpan::proof::claim::{Claims, Judged};
use shinpan::proof::prove::{How, prove_any, prove_by};
use shinpan::proof::regions::check::holding as holding_of;
use shinpan::proof::regions::prove::{at_sight, shown};
use shinpan::proof::{GameProof, HeldProof, PartStep, Proof};
use shinpan::solve::Budget;
use shinpan::solve::local::{Aim, Held};
use shinpan::texts;

use super::board;
use super::play_out::PlayOuts;
use super::region::{above_white, corner, filled, forced, grown, is_seen, points};

/// What is true of a board, found once for each claim.
pub(super) struct Truth<'a> {
    board: &'a Board,
    known: HashMap<(Position, Colour, Held), bool>,
    /// What play-outs come to, for what is held at no loss.
    outs: OnceCell<PlayOuts>,
}

impl<'a> Truth<'a> {
    /// Of this board.
    pub fn of(board: &'a Board) -> Truth<'a> {
        Truth { board, known: HashMap::new(), outs: OnceCell::new() }
    }

    /// Whether the player holds this, play being on the whole board.
    pub fn is_so(&mut self, position: Position, owner: Colour, held: Held) -> bool {
        let (walls, barred) = (points(held.walls), points(held.barred));
        let board = self.board;
        let is_so = || {
            is_seen(board, position, owner, walls, barred) || forced(board, position, board.all(), owner, walls, barred)
        };
        *self.known.entry((position, owner, held)).or_insert_with(is_so)
    }

    /// The same of what a proof says. What is held at no loss bounds the play-out of j1997.
    pub fn is_so_of(&mut self, position: Position, found: &Holding) -> bool {
        if found.grounds.aim == Aim::BarsAtNoLoss {
            let rules = ["j1997:first=black", "j1997:first=white"];
            let outs = self.outs.get_or_init(|| PlayOuts::of(self.board.grid(), &rules));
            let plain = PlainPosition::from_position(self.board.grid(), position).expect("of the board");
            outs.assert_bounded(&Sight::shown(&plain, Rc::from([found.clone()])), position);
        }
        self.is_so(position, found.player, found.grounds.held())
    }
}

/// What `owner` is seen to hold in a position, and each string that he keeps by itself, as proofs have them.
fn proved(board: &Board, position: Position, owner: Colour) -> Vec<HeldProof> {
    let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
    let (wide, sight) = (WideBoard::new(board.grid()), Sight::within(&plain, Budget::of(20_000)));
    let held = sight.held(owner);
    let at_no_loss = sight.held_at_no_loss(owner);
    for string in wide.components(WideBoard::stones(&plain)[owner.index()]) {
        assert_eq!(sight.keeps(owner, string), sight.keeps_alone(owner, string), "{plain}");
    }
    let asked = sight.asked();
    assert_eq!([0, 1].map(|i| asked[i].grounds.held()), [held, at_no_loss]);
    let found = asked.iter().filter(|holding| !holding.grounds.games.is_empty());
    let proof = |holding: &Holding| {
        let proof = shown(&sight, holding).unwrap_or_else(|| panic!("no proof: {holding:?} {plain}"));
        let checked = holding_of(&wide, &proof).unwrap_or_else(|fault| panic!("{fault}: {proof:?}"));
        assert_eq!(checked, *holding, "{proof:?}");
        proof
    };
    found.map(proof).collect()
}

/// Another point, or the same.
fn point(board: &Board, random: &mut fastrand::Rng) -> String {
    board.grid().name(random.usize(0..board.len()))
}

/// In the order of the board.
fn sorted(board: &Board, mut names: Vec<String>) -> Vec<String> {
    names.sort_by_key(|name| board.grid().point(name).expect("a point"));
    names
}

/// With one to three things altered.
fn alter(board: &Board, proof: &HeldProof, other: &HeldProof, random: &mut fastrand::Rng) -> HeldProof {
    let mut altered = proof.clone();
    for _ in 0..random.u8(1..=3) {
        if !altered.games.is_empty() {
            altered = alter_one(board, &altered, other, random);
        }
    }
    altered
}

fn alter_one(board: &Board, proof: &HeldProof, other: &HeldProof, random: &mut fastrand::Rng) -> HeldProof {
    let mut proof = proof.clone();
    let any = random.usize(0..proof.games.len());
    match random.u8(0..7) {
        0 => {
            // A stone more or less.
            let mut position = diagram::parse(&proof.board).expect("a board").to_position().expect("small");
            let p = random.usize(0..board.len());
            position.stones.iter_mut().for_each(|stones| *stones &= !(1 << p));
            if random.bool() {
                position.stones[random.usize(0..2)] |= 1 << p;
            }
            if board.is_legal(position) {
                proof.board = diagram::text(board.grid(), position);
            }
        }
        1 => drop(proof.games.remove(any)),
        6 => match random.bool() {
            true => proof.alone ^= true,
            false => proof.at_no_loss ^= true,
        },
        2 => proof.games.push(proof.games[any].clone()),
        3 => proof.board.clone_from(&other.board),
        4 => proof.games.push(other.games[random.usize(0..other.games.len())].clone()),
        _ => {
            let taken: Option<GameProof> = other.games.get(any).cloned();
            alter_game(board, &mut proof.games[any], taken, random);
        }
    }
    proof
}

fn alter_game(board: &Board, game: &mut GameProof, other: Option<GameProof>, random: &mut fastrand::Rng) {
    let changed = |names: &[String], p: String| {
        let mut names: Vec<String> = names.to_vec();
        if names.contains(&p) {
            names.retain(|name| *name != p)
        } else {
            names.push(p)
        }
        sorted(board, names)
    };
    match random.u8(0..9) {
        0 => game.points = changed(&game.points, point(board, random)),
        1 => game.kept = changed(&game.kept, point(board, random)),
        2 if !game.walls.is_empty() => drop(game.walls.remove(random.usize(0..game.walls.len()))),
        3 if !game.walls.is_empty() => {
            let wall = random.usize(0..game.walls.len());
            game.walls.insert(wall, game.walls[wall].clone());
        }
        4 if !game.walls.is_empty() => {
            let wall = random.usize(0..game.walls.len());
            let stone = game.walls[wall].split(' ').next().expect("a stone").to_string();
            game.walls[wall] = format!("{stone} {}", random.u8(0..3));
        }
        5 => game.steps = other.map_or_else(Vec::new, |game| game.steps),
        _ if game.steps.is_empty() => {}
        6 => drop(game.steps.remove(random.usize(0..game.steps.len()))),
        7 => {
            let (a, b) = (random.usize(0..game.steps.len()), random.usize(0..game.steps.len()));
            game.steps.swap(a, b);
        }
        _ => {
            let at = random.usize(0..game.steps.len());
            let step = &mut game.steps[at];
            let answer = random.usize(0..step.answers.len() + 1);
            match step.answers.get_mut(answer) {
                Some(answer) if random.bool() => {
                    *answer = format!("{} {}", answer.split(' ').next().expect("a move"), point(board, random));
                }
                Some(_) => drop(step.answers.remove(answer)),
                None => step.answers.push(format!("{} {}", point(board, random), point(board, random))),
            }
        }
    }
}

/// Of every so-manieth position: what is held is shown by steps that are accepted, and what is altered only if it is true. How many proofs
/// there were of what is held, and of strings kept by themselves; alterations, and accepted ones.
fn shown_on(size: &str, every: u64, many: usize) -> [usize; 4] {
    let board = board(size);
    let wide = WideBoard::new(board.grid());
    let index = Index::new(board.grid()).expect("small");
    let mut random = fastrand::Rng::with_seed(every);
    let mut truth = Truth::of(&board);
    let (mut at, mut counts, mut last) = (0, [0; 4], None);
    while let Some(position) = index.unrank(at).filter(|_| at < index.count()) {
        at += if every == 1 { 1 } else { random.u64(1..2 * every) };
        for owner in Colour::ALL {
            for proof in proved(&board, position, owner) {
                counts[usize::from(proof.alone)] += 1;
                let other = last.replace(proof.clone()).unwrap_or_else(|| proof.clone());
                for _ in 0..many {
                    let altered = alter(&board, &proof, &other, &mut random);
                    if altered == proof {
                        continue;
                    }
                    counts[2] += 1;
                    if let Ok(found) = holding_of(&wide, &altered) {
                        counts[3] += 1;
                        let position = diagram::parse(&altered.board).expect("a board").to_position().expect("small");
                        assert!(truth.is_so_of(position, &found), "{altered:#?}");
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn what_is_held_is_shown_by_steps_and_nothing_else() {
    for (size, every, many, least) in [("2x4", 4, 8, 250), ("3x3", 20, 8, 120), ("1x8", 2, 8, 15)] {
        let [proofs, alone, altered, accepted] = shown_on(size, every, many);
        println!("{size}: {proofs} held, {alone} alone; {altered} altered, {accepted} of them accepted");
        assert!(proofs > least && accepted >= least / 16, "{size}: {proofs} {alone} {altered} {accepted}");
    }
}

/// A step made up for a region around which Black has one wall that is to have so many eyes in it and has all others elsewhere, that he bars White
/// from it or (`alone`) that the wall is kept: White's stones are in it, and none of Black's.
fn made_up(
    board: &Board,
    position: Position,
    (region, wall, eyes): (u64, u64, usize),
    alone: bool,
    random: &mut fastrand::Rng,
) -> Result<(), Fault> {
    let wide = WideBoard::new(board.grid());
    let names = |set: u64| shinpan::board::points_of(set).map(|p| board.grid().name(p)).collect::<Vec<String>>();
    let first = names(wall)[0].clone();
    let mut part = names(region).join(" ");
    if position.stones[1] & region != 0 {
        part.push_str(&format!("; O {}", names(position.stones[1] & region).join(" ")));
    }
    part.push_str(&format!("; {eyes}+{} {}", 2 - eyes, names(region & board.around(wall)).join(" ")));
    let game = |points: u64, steps| GameProof {
        points: names(points),
        walls: vec![format!("{first} {eyes}")],
        kept: Vec::new(),
        steps,
    };
    let others: Vec<GameProof> = (eyes == 1)
        .then(|| game(board.empty(position) & board.around(wall) & !region, Vec::new()))
        .into_iter()
        .collect();
    let of_region = |step: PartStep| vec![game(region, vec![step])];
    let proof = |answers: &[String]| HeldProof {
        board: diagram::text(board.grid(), position),
        player: "B".to_string(),
        alone,
        at_no_loss: false,
        games: [of_region(PartStep { part: part.clone(), answers: answers.to_vec() }), others.clone()].concat(),
    };
    // The answers are those that it asks for, at random until they are good enough.
    let mut answers: Vec<String> = Vec::new();
    let mut last = Ok(());
    for _ in 0..200 {
        let fault = match holding_of(&wide, &proof(&answers)) {
            Ok(_) => return Ok(()),
            Err(fault) => fault,
        };
        let why = fault.to_string();
        let of = |answer: &str| answer.split(' ').next().unwrap_or_default().to_string();
        let to = match why.split(": ").last().unwrap_or_default() {
            why if why.ends_with("has no answer") => of(why),
            why if why.ends_with("no step before has shown") => why.split(' ').nth(3).unwrap_or_default().to_string(),
            why if why.ends_with("answers nothing") => {
                let no_more = why.trim_start_matches('`').split(' ').next().unwrap_or_default().to_string();
                answers.retain(|answer| of(answer) != no_more);
                continue;
            }
            _ => return Err(fault),
        };
        answers.retain(|answer| of(answer) != to);
        answers.push(format!("{to} {}", point(board, random)));
        answers.sort_by_key(|answer| board.grid().point(&of(answer)).ok());
        last = Err(fault);
    }
    last
}

#[test]
fn no_steps_are_accepted_that_are_made_up() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut looked, mut said) = ([0; 2], [0; 2]);
    for rows in [&[3, 3, 3][..], &[4, 3, 2], &[5, 4], &[2, 2, 2, 2, 1], &[4, 1, 4]] {
        let (board, empty, region, on) = corner(rows, 1);
        for n in 0..24 {
            let alone = n % 2 == 1;
            let position = filled(empty, region, [0, if alone { 22 } else { 18 }], &mut random);
            let (wall, barred) = (board.string_at(position, 34), if alone { 0 } else { region });
            if !board.is_legal(position)
                || forced(&board, position, on, Colour::Black, wall, barred | if alone { 0 } else { wall })
            {
                continue;
            }
            looked[usize::from(alone)] += 1;
            let Err(fault) = made_up(&board, position, (region, wall, 1), alone, &mut random) else {
                panic!("accepted: {alone} {}", diagram::text(board.grid(), position));
            };
            said[usize::from(alone)] +=
                usize::from(fault.to_string().contains("leads to what no step before has shown"));
        }
    }
    // Shapes in which who moves first makes two eyes or prevents them.
    let board = super::board("7x6");
    for n in 0..200 {
        let region = grown(&board, random.u32(3..=5), &mut random);
        let (position, alone) = (filled(above_white(region), region, [0, 12], &mut random), n % 2 == 1);
        let (wall, barred) = (board.string_at(position, 29), if alone { 0 } else { region });
        if !board.is_legal(position)
            || board.components(position.stones[0]).count() > 1
            || forced(&board, position, region, Colour::Black, wall, barred)
        {
            continue;
        }
        looked[usize::from(alone)] += 1;
        let Err(fault) = made_up(&board, position, (region, wall, 2), alone, &mut random) else {
            panic!("accepted: {alone} {}", diagram::text(board.grid(), position));
        };
        said[usize::from(alone)] += usize::from(fault.to_string().contains("leads to what no step before has shown"));
    }
    println!("{looked:?} positions, {said:?} with an answer to everything");
    assert!(looked[0] > 50 && said[0] > 5 && looked[1] > 50 && said[1] > 5, "{looked:?} {said:?}");
}

/// Black's string has one eye, and is taken by White.
/// H6 and K3 have four liberties together, and White, moving first, takes both. In the one region H6 was to have the eyes of K3 and of A6, to which it
/// is not joined; in the other K3 those of N6 and of H6.
#[test]
fn walls_do_not_rest_on_each_others_eyes() {
    let text = include_str!("proofs/rest_on_each_other.json");
    let proof = Proof::read(text).expect("a proof");
    let fault = check(&proof).expect_err("White takes both walls");
    assert!(matches!(&fault, Fault::Rejected(why) if why.contains("no step before has shown")), "{fault}");
}

/// On 1x2 two points that are neighbours are all there is: no stone stays there, of either player.
#[test]
fn nobody_is_barred_where_there_is_no_wall() {
    let board = board("1x2");
    for (text, player) in [("X.", "B"), ("X.", "W"), ("..", "B"), (".O", "B")] {
        let points = vec!["A1".to_string(), "B1".to_string()];
        let games = vec![GameProof { points, walls: vec![], kept: vec![], steps: vec![] }];
        let proof =
            HeldProof { board: text.to_string(), player: player.to_string(), alone: false, at_no_loss: false, games };
        let fault = holding_of(&WideBoard::new(board.grid()), &proof).expect_err("there is no wall");
        assert!(fault.to_string().contains("not shown to be won"), "{fault}");
    }
}

#[test]
fn an_eye_counts_once_however_it_is_written() {
    let wide = WideBoard::new(board("2x2").grid());
    let game = |points: &[&str], walls: &[&str], kept: &[&str]| {
        let [points, walls, kept] = [points, walls, kept].map(|names| names.iter().map(|n| (*n).to_string()).collect());
        GameProof { points, walls, kept, steps: Vec::new() }
    };
    let eye = game(&["A2"], &["B2 1"], &[]);
    for (games, why) in [
        (vec![eye.clone()], "is not shown to be won"),
        (vec![eye.clone(), eye.clone()], "another game is played on its points"),
        (vec![game(&["A2"], &["B2 2"], &[])], "is not shown to be won"),
        (vec![game(&["A2"], &["B2 3"], &[])], "its eyes, 0 to 2"),
        (vec![game(&["A2"], &["A1 1"], &[])], "not the first stone of a string"),
        (vec![game(&["A2"], &["B2 1", "B2 1"], &[])], "not in the order"),
        (vec![game(&["A2", "A2"], &["B2 1"], &[])], "stand there twice"),
        (vec![game(&["A2"], &[], &[])], "not regions outside the walls"),
        (vec![game(&["A2", "B2", "A1", "B1"], &[], &["B2", "A1", "B1"])], "is not shown to be won"),
        (vec![game(&["A2"], &["B2 1"], &["A1"])], "not whole strings"),
        (vec![], "no games"),
    ] {
        let shown =
            HeldProof { board: ".X/XX".to_string(), player: "B".to_string(), alone: false, at_no_loss: false, games };
        let fault = holding_of(&wide, &shown).expect_err("it is not so").to_string();
        assert!(fault.contains(why), "{fault}: {shown:?}");
    }
}

/// Regions of 8 to 10 points, which take more steps than whole boards that small; in those of strings alone most moves need no answer.
#[test]
fn of_corners_only_what_is_true_is_shown() {
    let mut random = fastrand::Rng::with_seed(8);
    let ([mut held, mut alone], mut steps, mut altered, mut accepted) = ([0; 2], [0; 2], 0, 0);
    for rows in [&[3, 3, 3][..], &[4, 3, 2], &[5, 4], &[2, 2, 2, 2, 1]] {
        let (board, empty, region, on) = corner(rows, 1);
        let wide = WideBoard::new(board.grid());
        let mut last: Option<HeldProof> = None;
        for n in 0..12 {
            // With few of White's stones he is mostly barred, with many he often lives beside the wall.
            let position = filled(empty, region, if n % 2 == 0 { [6, 12] } else { [2, 26] }, &mut random);
            if !board.is_legal(position) {
                continue;
            }
            for proof in proved(&board, position, Colour::Black) {
                *(if proof.alone { &mut alone } else { &mut held }) += 1;
                steps[usize::from(proof.alone)] += proof.games.iter().map(|game| game.steps.len()).sum::<usize>();
                let other = last.replace(proof.clone()).unwrap_or_else(|| proof.clone());
                for _ in 0..30 {
                    let forged = alter(&board, &proof, &other, &mut random);
                    if forged == proof {
                        continue;
                    }
                    altered += 1;
                    let Ok(found) = holding_of(&wide, &forged) else { continue };
                    accepted += 1;
                    let held = found.grounds.held();
                    let position = diagram::parse(&forged.board).expect("a board").to_position().expect("small");
                    // Play outside the corner and its eye is of no use to White.
                    let (walls, barred) = (points(held.walls), points(held.barred));
                    assert!(
                        is_seen(&board, position, Colour::Black, walls, barred)
                            || forced(&board, position, on, Colour::Black, walls, barred),
                        "{forged:#?}"
                    );
                }
            }
        }
    }
    println!("{held} held, {alone} alone, {steps:?} steps; {altered} altered, {accepted} of them accepted");
    assert!(held > 8 && alone > 1 && steps[0] > 150 && accepted > 8, "{held} {alone} {steps:?} {altered} {accepted}");
}

/// The games of a file, played out or stopped.
fn games(text: &str) -> impl Iterator<Item = PlainPosition> {
    text.lines().map(|line| diagram::parse(line.split(' ').nth(3).expect("a board")).expect("a board"))
}

#[test]
fn finished_games_of_any_size_are_proved_and_checked() {
    let sets = RuleSet::parse_list("j1989,j1997,ms-japanese,ms-chinese,aj2004,tromp-taylor").expect("rule sets");
    let (mut by_regions, mut large) = (0, 0);
    for position in games(include_str!("../finished.txt")) {
        let asking = Asking::of(&position);
        for rules in &sets {
            let answer = asking.answer(rules, &Facts::default(), Budget::of(5_000), false);
            let proof = prove_any(rules, &position, Budget::of(5_000), &|_| ());
            let Some(margin) = answer.outcome().margin() else {
                assert!(proof.is_err(), "{rules} on {position}");
                continue;
            };
            let proof = proof.unwrap_or_else(|e| panic!("{rules} on {position}: {e}"));
            let checked = check(&proof).unwrap_or_else(|fault| panic!("{rules} on {position}: {fault}"));
            assert_eq!((checked.outcome.margin(), &checked.position), (Some(margin), &position), "{rules}");
            let written = proof.to_json().expect("JSON");
            assert_eq!(Proof::read(&written).expect("as it is written"), proof);
            by_regions += usize::from(proof.held.is_some());
            large += usize::from(position.grid().len() > 64);
            let another = RuleSet::parse(if rules.text.id() == "aj2004" { "j1989" } else { "aj2004" }).expect("one");
            let of_another = Proof { rules: another[0].to_string(), ..proof };
            assert!(check(&of_another).is_err(), "{rules} on {position}: of another text");
        }
    }
    println!("{by_regions} by regions, {large} of more than 64 points");
    assert!(by_regions > 35 && large > 30, "{by_regions} {large}");
}

/// What texts say is seen from what players hold is so by the listed games, on whole boards, under all readings.
fn seen_only_if_it_holds(sizes: &[(&str, usize)]) {
    let (mut seen, mut not) = ([0; 2], 0);
    for &(size, every) in sizes {
        let board = board(size);
        let index = Index::new(board.grid()).expect("small");
        let sets = texts::ALL.into_iter().flat_map(RuleSet::all_readings);
        // The claims of the others are about values, and none of them is seen.
        for rules in sets.filter(|rules| ["j1989", "ms-japanese", "ms-chinese"].contains(&rules.text.id())) {
            let Some(text) = texts::proofs(&rules) else { continue };
            for position in index.iter().step_by(every) {
                let of = Judged { board: &board, position, rules: &rules };
                let (_, Some(claims)) = text.judged(of, Budget::default()) else { continue };
                let all: Claims = claims.iter().copied().collect();
                let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
                let sight = Sight::within(&plain, Budget::of(2_000));
                for (what, holds) in claims {
                    let sentence = text.sentence(of, what, holds);
                    assert!(!text.seen(of, what, !holds, &all, &sight), "{rules} {plain}: not {sentence}");
                    let counted =
                        if text.seen(of, what, holds, &all, &sight) { &mut seen[usize::from(holds)] } else { &mut not };
                    *counted += 1;
                }
            }
        }
    }
    println!("{seen:?} seen, {not} not");
    assert!(seen.iter().all(|&seen| seen > 1_000), "{seen:?} {not}");
}

#[test]
fn a_claim_is_seen_only_if_it_holds() {
    seen_only_if_it_holds(&[("1x6", 3), ("2x3", 3), ("2x4", 164)]);
}

#[test]
#[ignore = "minutes"]
fn a_claim_is_seen_only_if_it_holds_on_larger_boards() {
    seen_only_if_it_holds(&[("1x6", 1), ("2x3", 1), ("2x4", 7), ("3x3", 37)]);
}

/// On boards on which both can be had.
#[test]
fn what_is_proved_region_by_region_is_what_claims_prove() {
    let mut both = 0;
    for size in ["2x3", "1x6", "2x4", "3x3"] {
        let board = board(size);
        let index = Index::new(board.grid()).expect("small");
        let every = 1 + index.count() as usize / 100;
        for position in index.iter().step_by(every) {
            let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
            for text in texts::ALL {
                // Of KataGo's parameters those that make a difference to a position.
                let all = if text.is_usual() { RuleSet::all_readings(text) } else { RuleSet::all_verdicts(text) };
                for rules in all.into_iter().step_by(7) {
                    let Ok(proof) = at_sight(&rules, &plain, Budget::of(5_000)) else { continue };
                    let checked = check(&proof).unwrap_or_else(|fault| panic!("{rules} on {plain}: {fault}"));
                    if rules.text.id() == "aj2004" && board.len() > 6 {
                        continue;
                    }
                    let claims = prove_by(&rules, &board, position, Budget::of(200_000), How::Listing, &|_| ());
                    let Ok(claims) = claims.as_ref().map(check) else { continue };
                    both += 1;
                    assert_eq!(claims.expect("a proof").outcome, checked.outcome, "{rules} on {plain}");
                }
            }
        }
    }
    println!("{both} proved in both ways");
    assert!(both > 75, "{both}");
}
