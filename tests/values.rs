//! The value of the game: against published values, against itself, and on the command line. Its twin is in `twin/value.rs`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use shinpan::atlas::prisoners::Prisoners;
use shinpan::atlas::values::{Values, games_of, search, search_all, search_kos, solve};
use shinpan::atlas::worth::Thing;
use shinpan::atlas::{Silent, Table, WholeBoard, best, worth};
use shinpan::board::{Board, Colour, Grid, Position, diagram};
use shinpan::law::play::{Play, Remembered, Taken};
use shinpan::law::{Outcome, RuleSet};
use shinpan::solve::Budget;
use shinpan::solve::superko;
use shinpan::solve::value::bounds::PayoffGame;
use shinpan::solve::value::graph::Graph;
use shinpan::solve::value::remembering::{Asked, Memorable, Search};
use shinpan::solve::value::verify::verify;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::store::Stages;
use shinpan::solve::whole::sweep::Sweeps;

pub fn values(size: &str, list: &str) -> (WholeBoard, Vec<Values>) {
    let board = WholeBoard::new(Grid::parse(size).unwrap()).unwrap();
    let rules = games_of(&RuleSet::parse_list(list).unwrap());
    let never = AtomicBool::new(false);
    let mut values = solve(&board, &rules, Vec::new(), Budget::default(), &Silent, &never).unwrap();
    let (budget, stages) = (Budget::default(), Stages::in_memory(&never));
    search_all(&board, &mut values, budget, |_| Some(budget), &stages).unwrap();
    (board, values)
}

pub const ALL: &str = "j1989 j1997 aj2004 ms-japanese ms-chinese tromp-taylor aga-territory aga-area";

/// Values of the empty board under area scoring that have been published: 2x2 by J. Tromp (his rules), 2x3, 2x4,
/// 3x3 and 3x4 by E. van der Werf and others.
#[test]
fn empty_boards_have_their_published_values_under_area_scoring() {
    for (size, margin) in [("2x2", 1), ("2x3", 0), ("2x4", 8), ("3x3", 9), ("3x4", 4)] {
        let (_, found) = values(size, "tromp-taylor aga-area");
        for values in found {
            let value = values.value(Position::default(), Colour::Black);
            assert_eq!(value, Outcome::Margin(margin), "{size} {}", values.name);
        }
    }
}

#[test]
fn the_colours_are_treated_alike_and_both_counts_of_aga_come_to_the_same() {
    for size in ["1x5", "2x3"] {
        let (board, found) = values(size, ALL);
        for position in board.positions() {
            for values in &found {
                let value = values.value(position, Colour::Black);
                assert_eq!(values.value(position.swapped(), Colour::White), value.negated(), "{}", values.name);
            }
            let [territory, area] = [&found[6], &found[7]].map(|v| v.value(position, Colour::White));
            let stones = Colour::ALL.map(|c| position.of(c).count_ones() as i32);
            assert_eq!(territory.plus(stones[0] - stones[1]), area);
        }
    }
}

/// A best move is worth what the position is, no move is worth more, and the line of best play ends in that value.
#[test]
fn best_moves_and_lines_come_to_the_value() {
    let never = AtomicBool::new(false);
    let (mut lines, mut rest_on_history) = (0, 0);
    for size in ["1x4", "2x2", "2x3"] {
        let (board, found) = values(size, ALL);
        for (position, mover) in board.positions().flat_map(|p| Colour::ALL.map(|c| (p, c))) {
            for values in &found {
                let text = diagram::text(board.board().grid(), position);
                let Outcome::Margin(value) = values.value(position, mover) else { continue };
                let sign = if mover == Colour::Black { 1 } else { -1 };
                for m in values.moves(position, mover) {
                    let least = match m.value {
                        Outcome::Margin(margin) => margin,
                        Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => {
                            if sign > 0 {
                                lo
                            } else {
                                hi
                            }
                        }
                    };
                    assert!(sign * least <= sign * value, "{} {text} {mover} {m:?}", values.name);
                    assert!(!m.best || m.value == Outcome::Margin(value), "{} {text} {mover} {m:?}", values.name);
                }
                let history = values.took_history(position, mover);
                let searched = || values.searched_line(&board, position, mover, Budget::default(), &never);
                let line = values.line(&board, position, mover);
                let Some(line) = line.or_else(|| searched().filter(|_| history)) else { continue };
                let end = line.end.map(|(outcome, prisoners)| outcome.plus(prisoners));
                assert_eq!(end, Some(Outcome::Margin(value)), "{} {text} {mover} {line:?}", values.name);
                lines += 1;
                rest_on_history += usize::from(history);
            }
        }
    }
    // 41, 57 and 489 positions, two players, eight rule sets; some values have no result.
    assert!((7_000..=2 * 8 * 587).contains(&lines), "{lines}");
    assert!(rest_on_history > 500, "{rest_on_history}");
}

/// What a move is worth is the same in all images of a position, also where a ban is on one of two points that are images of each other.
#[test]
fn moves_and_kos_are_worth_the_same_in_all_images_of_a_position() {
    let (board, mut found) = values("3x3", ALL);
    search_kos(&mut found, |_| Some(Budget::default()), &Silent, &AtomicBool::new(false)).unwrap();
    for (position, mover) in board.positions().flat_map(|p| Colour::ALL.map(|c| (p, c))) {
        for values in &found {
            let of = |position: Position, mover: Colour| {
                let seen = |outcome: Outcome| if mover == Colour::Black { outcome } else { outcome.negated() };
                let moves = values.moves(position, mover).into_iter();
                let mut moves: Vec<_> = moves.map(|m| format!("{} {}", seen(m.value), m.best)).collect();
                let kos = values.ko_captures(position, mover).into_iter();
                moves.extend(kos.map(|ko| format!("ko {}", seen(values.value_in_ko(&ko)))));
                moves.sort();
                moves
            };
            let classes = values.classes();
            let image = classes.representative(classes.form(position.seen_by(mover)).number());
            let text = diagram::text(board.board().grid(), position);
            assert_eq!(of(position, mover), of(image, Colour::Black), "{} {text} {mover}", values.name);
        }
    }
}

/// Where only the score as it stands counts, the value is that of further play from the position, which is searched with the history
/// and knows nothing of bans or of which strategies stand.
#[test]
fn values_by_score_are_those_of_further_play() {
    for size in ["1x4", "1x5", "2x2", "2x3"] {
        let (board, found) = values(size, "tromp-taylor aga-area");
        for values in &found {
            for (mover, first) in [(Colour::Black, "black"), (Colour::White, "white")] {
                let rules = RuleSet::parse(&format!("{}:agreement=play-out,first={first}", values.name)).unwrap();
                let judged =
                    board.judge::<Outcome>(&rules, Budget::default(), &Silent, &AtomicBool::new(false)).unwrap();
                for position in board.positions() {
                    let text = diagram::text(board.board().grid(), position);
                    let played = board.outcome_of(&judged[0], position);
                    assert_eq!(values.value(position, mover), played, "{} {text} {mover}", values.name);
                }
            }
        }
    }
}

/// Values published by R. Hayward (University of Alberta, exercises on linear Go; positional superko, no suicide, X to move): five
/// points in a row.
#[test]
fn positions_of_five_points_have_their_published_values() {
    let (board, found) = values("1x5", "tromp-taylor");
    for (text, value) in
        [("X.O..", 0), ("O.X..", 5), ("X..O.", -5), ("O..X.", 5), ("O....", 5), (".O...", 0), ("..O..", 0)]
    {
        let position = diagram::parse(text).unwrap().to_position().unwrap();
        assert_eq!(found[0].value(position, Colour::Black), Outcome::Margin(value), "{text}");
    }
    assert_eq!(board.len(), 113);
}

/// Where prisoners count as well as the history every value of these boards is decided, and the best moves of a position that is
/// asked for are known.
#[test]
fn values_with_prisoners_and_a_history_are_decided() {
    for (size, list, expected) in [
        ("1x6", "aj2004 ms-japanese", [0, 5]),
        ("1x7", "aj2004 ms-japanese", [0, 1]),
        ("2x3", "aj2004 ms-japanese", [0, 0]),
    ] {
        let (board, mut found) = values(size, list);
        for (values, expected) in found.iter().zip(expected) {
            assert_eq!(
                values.value(Position::default(), Colour::Black),
                Outcome::Margin(expected),
                "{size} {}",
                values.name
            );
            for (position, mover) in board.positions().flat_map(|p| Colour::ALL.map(|c| (p, c))) {
                assert!(values.value(position, mover).margin().is_some());
            }
        }
        search(&mut found, (Position::default(), Colour::Black), Budget::default(), &AtomicBool::new(false));
        for values in found.iter().filter(|v| v.took_history(Position::default(), Colour::Black)) {
            let moves = values.moves(Position::default(), Colour::Black);
            let value = values.value(Position::default(), Colour::Black);
            assert!(moves.iter().any(|m| m.best && m.value == value), "{size} {} {moves:?}", values.name);
            assert!(
                moves.iter().all(|m| m.value.margin().is_some() && m.value.margin() <= value.margin()),
                "{moves:?}"
            );
        }
    }
}

/// What the guide of a search suggests changes nothing but its length, and a search that is cut off leaves bounds that are right.
#[test]
fn a_search_with_the_history_does_not_believe_its_guide() {
    for (size, list) in [("1x5", "ms-japanese aj2004 aga-area tromp-taylor"), ("2x2", "ms-japanese aj2004 aga-area")] {
        let (board, found) = values(size, list);
        let never = AtomicBool::new(false);
        for values in &found {
            let (play, classes) = (values.play(), board.symmetric());
            let rules = std::slice::from_ref(&values.rules);
            let ends = board.judge::<Outcome>(rules, Budget::default(), &Silent, &never).unwrap().remove(0);
            let graph = Graph::new(classes, play);
            let worth = |class| board.outcome_of(&ends, classes.representative(class)).margin().unwrap() as i8;
            let end: Vec<[i8; 2]> = (0..classes.len()).map(|class| [worth(class); 2]).collect();
            let prisoners = play.taken == Taken::Captured;
            let game = PayoffGame { graph: &graph, end: &end, basic_ko: play.basic_ko, prisoners };
            let (sure, mut guide) = (game.passing(), game.bounds(&[], &Sweeps::alone()).unwrap());
            // Suggest the opposite.
            guide.pairs.iter_mut().for_each(|[most, least]| (*most, *least) = (-*least, -*most));
            let lying = Memorable {
                graph: &graph,
                play,
                end: &end,
                generous: false,
                sure: &sure,
                always_sure: true,
                guide: &guide,
            };
            let mut search = Search::new(lying);
            for (class, pair) in sure.iter().enumerate().take(classes.len()) {
                let position = classes.representative(class);
                let asked = Asked { before: &[], position, mover: Colour::Black, first: None };
                let expected = values.value(position, Colour::Black).margin().unwrap();
                let bounds = pair.map(i16::from);
                let cut = search.value(asked, bounds, Budget::of(4));
                assert!((cut.lower..=cut.upper).contains(&(expected as i16)));
                let whole = search.value(asked, bounds, Budget::default());
                assert_eq!(whole.decided().map(i32::from), Some(expected), "{} {position:?}", values.name);
            }
        }
    }
}

/// Play for the area on the board as it stands, under either superko, with suicide or without.
struct ByArea<'a> {
    board: &'a WholeBoard,
    area: &'a Table<Outcome>,
    play: Play,
}

impl superko::Play for ByArea<'_> {
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>) {
        let stones = self.play.stones(self.board.board(), position, mover);
        out.extend(stones.map(|stone| (stone.point as u8, stone.after)));
    }

    fn worth(&self, position: Position) -> i16 {
        self.board.outcome_of(self.area, position).margin().unwrap() as i16
    }

    fn most(&self) -> i16 {
        self.board.board().len() as i16
    }

    fn superko(&self) -> superko::Superko {
        match self.play.remembered {
            Remembered::Situations => superko::Superko::Situations,
            _ => superko::Superko::Positions,
        }
    }
}

/// `aga-area` and `tromp-taylor` differ by the kind of superko and by suicide; here it is suicide that makes the difference of five.
#[test]
fn suicide_and_not_the_kind_of_superko_saves_a_position_of_five_points() {
    let (board, found) = values("1x5", "tromp-taylor aga-area");
    let position = diagram::parse("X.O..").unwrap().to_position().unwrap();
    let never = AtomicBool::new(false);
    let area = board.judge::<Outcome>(&[found[0].rules.clone()], Budget::default(), &Silent, &never).unwrap().remove(0);
    let [by_positions, by_situations] = [found[0].play(), found[1].play()];
    assert_eq!((by_positions.remembered, by_positions.suicide), (Remembered::Positions, true));
    assert_eq!((by_situations.remembered, by_situations.suicide), (Remembered::Situations, false));
    for (play, [without, with]) in [(by_positions, [-5, 0]), (by_situations, [-5, 0])] {
        for (suicide, value) in [(false, without), (true, with)] {
            let game = ByArea { board: &board, area: &area, play: Play { suicide, ..play } };
            let found = superko::SuperkoValues::new(game, Budget::default()).value(position, Colour::Black, true);
            assert_eq!(found.worth.decided(), Some(value), "{play:?}, suicide {suicide}");
        }
    }
}

#[test]
fn a_wrong_value_is_found() {
    let board = Board::new(Grid::parse("2x3").unwrap()).unwrap();
    let classes = Arc::new(Classes::new(&board).unwrap());
    let play = Play { suicide: false, basic_ko: true, remembered: Remembered::Nothing, taken: Taken::Captured };
    let graph = Graph::new(&classes, play);
    let difference = |class: usize| {
        let [black, white] = classes.representative(class).stones.map(|s| s.count_ones() as i8);
        [black - white; 2]
    };
    let end: Vec<[i8; 2]> = (0..classes.len()).map(difference).collect();
    let game = PayoffGame { graph: &graph, end: &end, basic_ko: true, prisoners: true };
    let mut bounds = game.bounds(&[], &Sweeps::alone()).unwrap();
    assert_eq!(verify(&game, &play, &bounds, &[]), Ok(()));
    for (node, bound, by) in [(0, 0, 1), (5, 1, -1), (classes.len() + 3, 0, -1), (graph.len() - 1, 1, 1)] {
        bounds.pairs[node][bound] += by;
        assert!(verify(&game, &play, &bounds, &[]).is_err(), "{node} {bound} {by}");
        bounds.pairs[node][bound] -= by;
    }
    // A bound with nothing to lead to an end.
    let node = (0..graph.len()).find(|&n| bounds.ranks[n][0] > 1).unwrap();
    bounds.ranks[node][0] = 1;
    assert!(verify(&game, &play, &bounds, &[]).is_err());
}

#[test]
fn rule_sets_are_compared_by_winner_and_best_move() {
    let (board, found) = values("2x2", "j1989 tromp-taylor");
    let pairs = best::compare(&board, &found, true, &Silent, &AtomicBool::new(false)).unwrap();
    assert_eq!(pairs.len(), 1);
    let pair = &pairs[0];
    assert_eq!(pair.decided, 66);
    // The empty board is a draw under the one and Black's by one point under the other.
    assert_eq!(pair.winner.smallest, Some((Position::default(), Colour::Black)));
    assert!(pair.known <= pair.decided && pair.apart.count <= pair.known);
}

/// A comparison looks at each class once: its counts and smallest positions are those of a walk over every position and player.
#[test]
fn rule_sets_are_compared_on_every_position_as_on_each_class() {
    let (board, found) = values("2x3", "j1989 aj2004 tromp-taylor ms-japanese");
    let pairs = best::compare(&board, &found, true, &Silent, &AtomicBool::new(false)).unwrap();
    assert_eq!(pairs.len(), 6);
    let mut causes = 0;
    for pair in &pairs {
        let values = pair.of.map(|i| &found[i]);
        let (mut decided, mut differs, mut winner, mut pass) = (0, vec![], vec![], vec![]);
        for position in board.positions() {
            let [black, white] = position.stones.map(|s| s.count_ones() as i32);
            for mover in Colour::ALL {
                let of = |v: &&Values| {
                    let besides = Prisoners::Level.added(&v.rules, black - white);
                    v.value(position, mover).plus(besides).margin()
                };
                if let [Some(a), Some(b)] = [of(&values[0]), of(&values[1])] {
                    decided += 1;
                    let note = |list: &mut Vec<_>| list.push((position, mover));
                    if a != b {
                        note(&mut differs);
                    }
                    if a.signum() != b.signum() {
                        note(&mut winner);
                    }
                }
                let passes = |v: &Values| v.moves(position, mover).last().is_some_and(|m| m.mv.is_none() && m.best);
                if passes(values[0])
                    && values.iter().all(|v| best_moves_known(v, position, mover))
                    && !passes(values[1])
                {
                    pass.push((position, mover));
                }
            }
        }
        assert_eq!(pair.decided, decided);
        for (kind, places) in [(&pair.differs, differs), (&pair.winner, winner), (&pair.pass[0], pass)] {
            assert_eq!(kind.count, places.len() as u64);
            let smallest = places.into_iter().min_by_key(|(p, _)| p.occupied().count_ones());
            assert_eq!(kind.smallest, smallest);
        }
        causes += pair.causes.iter().filter(|kind| kind.count > 0).count();
        assert_eq!(pair.causes.iter().map(|kind| kind.count).sum::<u64>(), pair.differs.count);
    }
    assert!(causes > 6);
}

/// No move that is not known to be best may be best.
fn best_moves_known(values: &Values, position: Position, mover: Colour) -> bool {
    let Some(value) = values.value(position, mover).margin() else { return false };
    let moves = values.moves(position, mover);
    let most = |outcome: Outcome| match outcome {
        Outcome::Margin(margin) => margin,
        Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => [hi, lo][mover.index()],
    };
    let open = moves.iter().any(|m| m.value.margin().is_none() && most(m.value) == value);
    !open && moves.iter().any(|m| m.value.margin() == Some(value))
}

/// What things are worth, by the definitions, from the values alone: a dame, where the territory is settled, is worth nothing under
/// a text that counts territory and two points to whoever moves under one that counts area.
#[test]
fn single_things_are_worth_differences_of_values() {
    let (board, found) = values("3x3", "j1989 aga-area");
    let never = AtomicBool::new(false);
    let verdicts = board.judge(&[found[0].rules.clone()], Budget::default(), &Silent, &never).unwrap().remove(0);
    let worths = worth::worths(&board, &found, &verdicts, &never).unwrap();
    let of = |i: usize, thing: Thing| -> Vec<(i32, u64)> {
        worths[i].iter().filter(|((t, _), _)| *t == thing).map(|((_, worth), kind)| (*worth, kind.count)).collect()
    };
    assert_eq!(of(0, Thing::Dame(1)), [(0, 20)]);
    assert_eq!(of(1, Thing::Dame(1)), [(2, 20)]);
    // Every turn is counted once.
    for (i, values) in found.iter().enumerate() {
        let both = |p: &Position| Colour::ALL.iter().all(|&c| values.value(*p, c).margin().is_some());
        let decided = board.positions().filter(both).count() as u64;
        assert_eq!(of(i, Thing::Turn).iter().map(|(_, count)| count).sum::<u64>(), decided);
        let last: u64 = of(i, Thing::LastMove).iter().map(|(_, count)| count).sum();
        assert!(0 < last && last < decided);
    }
    // Nobody is the worse for being free to retake a ko.
    for i in [0, 1] {
        let threats = of(i, Thing::KoThreat);
        assert!(threats[0].0 == 0 && threats.len() > 1, "{threats:?}");
    }
    // `.O./OXO/.XX`, Black may not retake in the ko: by the definition, on the command line.
    let said = run(&["value", "3x3", "--worth", "--rules", "j1989,aga-area"]);
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("| ko threat | j1989 | 14 | 128 | `.O./OXO/.XX B` |"), "{said}");
    let said = run(&["value", "1x4", "--worth", "--rules", "j1989", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let threat = serde_json::json!({ "what": "ko threat", "worth": 4, "positions": 8, "smallest": ".O.O B" });
    assert!(json["rules"]["j1989"].as_array().unwrap().contains(&threat), "{json}");
}

pub fn run(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("shinpan").unwrap().args(arguments).output().unwrap()
}

#[test]
fn errors_are_one_line_with_what_would_work() {
    for (arguments, word) in [
        (&["value", "5x5"][..], "up to 16 points"),
        (&["value", "...../...../...../...../....."], "up to 16 points"),
        (&["value", "XX/XX"], "no liberty"),
        (&["value", "../..", "--all"], "no size"),
        (&["value", "2x2", "2x3", "--moves"], "one board"),
        (&["value", "2x2", "--all", "--moves"], "cannot be used"),
        (&["value", "2x2", "--out", "x.jsonl"], "--all"),
        (&["value", "2x2", "--rules", "japanese"], "japanese"),
        (&["value", "3x3", "--memory", "1MiB"], "more than the 1 MiB"),
        (&["value", "X?"], "X"),
    ] {
        let output = run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?} {message}");
        assert!(message.contains(word), "{arguments:?} {message}");
    }
}

#[test]
fn every_value_of_a_board_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.jsonl");
    let output = run(&["value", "2x2", "--all", "--verify", "--out", file.to_str().unwrap()]);
    assert!(output.status.success());
    let lines: Vec<serde_json::Value> =
        std::fs::read_to_string(&file).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 2 * 57);
    let (_, found) = values("2x2", ALL);
    for line in &lines {
        let position = diagram::parse(line["position"].as_str().unwrap()).unwrap().to_position().unwrap();
        let mover = if line["to-move"] == "B" { Colour::Black } else { Colour::White };
        for values in &found {
            assert_eq!(line[&values.name], serde_json::json!(values.value(position, mover)));
        }
    }
    assert_eq!(lines[0]["j1997"], 0);
}

#[test]
fn values_are_compared_by_diverge() {
    let output = run(&["diverge", "2x3", "--values", "--rules", "j1989,tromp-taylor"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for line in
        ["| winner differs | 68 | `.../.O. B` |", "## Matrix", "the verdict at the end of best play under the first"]
    {
        assert!(text.contains(line), "{text}");
    }
    let output = run(&["diverge", "2x2", "--values", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for pair in json["pairs"].as_array().unwrap() {
        let causes: u64 = pair["causes"].as_object().unwrap().values().map(|c| c["count"].as_u64().unwrap()).sum();
        assert_eq!(pair["another value"]["count"], causes);
        assert!(pair["another winner"]["count"].as_u64() <= pair["another value"]["count"].as_u64());
    }
    for arguments in
        [&["diverge", "2x2", "--values", "--census"][..], &["diverge", "2x2", "--values", "--format", "svg"]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}

/// `genmove` forces the value where the game is solved, and what is not known is said.
#[test]
fn gtp_plays_what_is_known() {
    let talk = |rules: &str, input: &str| {
        let output =
            Command::cargo_bin("shinpan").unwrap().args(["gtp", "--rules", rules]).write_stdin(input).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (said, notes) = talk("j1989", "boardsize 3\nshinpan-value B\ngenmove B\nplay W B1\nshinpan-value B\nquit\n");
    assert!(said.contains("= B+8 by B2\n\n= B2\n"), "{said}");
    assert!(notes.is_empty(), "{notes}");
    let (said, notes) = talk("aga-area", "boardsize 5\nshinpan-value B\ngenmove B\nundo\ngenmove B\nquit\n");
    assert!(said.contains("? not known: the board has 25 points"), "{said}");
    assert_eq!(notes.lines().count(), 1, "{notes}");
}

/// Larger boards are known by a folder that has been kept; the game so far counts where the rules remember it.
#[test]
fn gtp_plays_what_a_folder_has() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    assert!(run(&["value", "2x5", "--all", "--rules", "ms-chinese,j1989", "--keep", folder]).status.success());
    let talk = |arguments: &[&str], input: &str| {
        let mut gtp = Command::cargo_bin("shinpan").unwrap();
        let output = gtp.arg("gtp").args(arguments).write_stdin(input).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let asks = "rectangular_boardsize 5 2\nshinpan-value B\ngenmove B\ngenmove W\nshinpan-value B\nquit\n";
    for (rules, value) in [("ms-chinese", "B+10"), ("j1989", "B+9")] {
        let (said, notes) = talk(&["--rules", rules, "--values", folder], asks);
        let answers: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
        assert!(answers[1].starts_with(&format!("= {value} by ")), "{rules} {said}");
        assert!(["= B2", "= C2", "= B1", "= C1", "= D2", "= D1"].contains(&answers[2]), "{rules} {said}");
        assert!(answers[4].starts_with(&format!("= {value} by ")), "{rules} {said}");
        assert!(notes.is_empty(), "{notes}");
    }
    let (said, _) = talk(&["--rules", "aga-area", "--values", folder], asks);
    assert!(said.contains(&format!("? not known: {folder} has no values of 2x5 under aga-area")), "{said}");
    let (said, _) = talk(&["--rules", "ms-chinese"], asks);
    assert!(said.contains("? not known: the board has 10 points") && said.contains("--values"), "{said}");
}
