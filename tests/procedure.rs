//! The texts as procedures: laws that hold for every sequence of actions, and their counts held equal to the judges.

use quickcheck::{Arbitrary, Gen, TestResult, quickcheck};
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, Kernel as _, PointSet, Position, Wide, WideBoard, points_of};
use shinpan::law::Trace;
use shinpan::law::finished::Sight;
use shinpan::law::procedure::{
    Agree, Decision, Judged, Replay, ResultCheck, Session, check_result, merged, name_of, procedure,
};
use shinpan::law::{Interpreter, Life, Outcome, interpreter};
use shinpan::law::{RuleSet, Text};
use shinpan::record::{Act, Action, Record, Setup, script, sgf};
use shinpan::solve::Budget;
use shinpan::texts;
use shinpan::texts::{RulesName, rules_named};

fn all_rules() -> Vec<RuleSet> {
    merged(&RuleSet::defaults())
}

/// Those too that are not compared where none is named.
fn every_text() -> Vec<RuleSet> {
    merged(&texts::every_text())
}

/// Any sequence of actions on a small board; plays and passes of the player whose turn it would be are the most frequent.
#[derive(Clone, Debug)]
struct Actions {
    grid: Grid,
    actions: Vec<Action>,
}

impl Arbitrary for Actions {
    fn arbitrary(g: &mut Gen) -> Actions {
        let sizes = [(1, 1), (1, 2), (1, 4), (2, 2), (2, 3), (3, 3)];
        let &(rows, cols) = g.choose(&sizes).unwrap();
        let grid = Grid::new(rows, cols).unwrap();
        let mut turn = Colour::Black;
        let number = usize::arbitrary(g) % 60;
        let actions = (0..number)
            .map(|_| {
                let player = if u8::arbitrary(g) % 12 == 0 { turn.opponent() } else { turn };
                turn = turn.opponent();
                let point = usize::arbitrary(g) % grid.len();
                let other = usize::arbitrary(g) % grid.len();
                let both = if point == other { vec![point] } else { vec![point, other] };
                let act = match u8::arbitrary(g) % 60 {
                    0..=29 => Act::Play(point),
                    30..=39 => Act::Pass,
                    40 => Act::PassForKo(point),
                    41 => Act::Resign,
                    42 | 43 => Act::ClaimDead(vec![point]),
                    44 => Act::ClaimDead(Vec::new()),
                    45 => Act::ClaimSeki(both),
                    46 | 47 => Act::Agree,
                    48 => Act::Disagree,
                    49 => Act::RequestResumption,
                    50 => Act::RequestPlayOut,
                    51 => Act::Return,
                    52 => Act::Examine(point),
                    53 => Act::OfferNoResult,
                    54 => Act::Accept,
                    55 => Act::Refuse,
                    56 => Act::MoveStone { from: point, to: other },
                    57 => Act::EffectiveMove(point),
                    58 => {
                        if bool::arbitrary(g) {
                            Act::Object
                        } else {
                            Act::Confirm
                        }
                    }
                    _ => Act::Handicap(both),
                };
                Action::new(player, act)
            })
            .collect();
        Actions { grid, actions }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Actions>> {
        // One action fewer, each in turn.
        let all = self.clone();
        Box::new((0..self.actions.len()).map(move |n| {
            let mut fewer = all.clone();
            fewer.actions.remove(n);
            fewer
        }))
    }
}

fn session(actions: &Actions) -> (Session, Vec<Vec<Judged>>) {
    let mut session = Session::new(&every_text(), Setup::new(actions.grid), Agree::Recorded);
    let judged = actions.actions.iter().map(|a| session.step(a.clone())).collect();
    (session, judged)
}

/// What can be seen of a procedure: position, turn, phase, prisoners, whether there is a result.
type Seen = (PlainPosition, Option<Colour>, &'static str, [u32; 2], bool);

fn seen(session: &Session) -> Vec<Seen> {
    let procedures = session.procedures.iter();
    procedures.map(|p| (p.position().clone(), p.to_move(), p.phase(), p.prisoners(), p.result().is_some())).collect()
}

quickcheck! {
    fn no_sequence_of_actions_panics_and_every_position_is_legal(actions: Actions) -> bool {
        let (mut session, _) = session(&actions);
        session.procedures.iter_mut().all(|p| {
            p.close();
            p.position().is_legal()
        })
    }

    fn undo_is_replay(actions: Actions) -> bool {
        let (mut all, _) = session(&actions);
        let Some(last) = actions.actions.last() else { return all.undo().is_none() };
        let fewer = Actions { actions: actions.actions[..actions.actions.len() - 1].to_vec(), ..actions.clone() };
        all.undo().as_ref() == Some(last) && seen(&all) == seen(&session(&fewer).0)
    }

    fn what_is_refused_or_outside_leaves_the_position_unless_it_ends_the_game(actions: Actions) -> bool {
        let mut session = Session::new(&every_text(), Setup::new(actions.grid), Agree::Recorded);
        actions.actions.iter().all(|action| {
            let before = seen(&session);
            let judged = session.step(action.clone());
            let after = seen(&session);
            // Handicap stones of a record are followed where a text knows none.
            judged.iter().zip(before.iter().zip(&after)).all(|(judged, (before, after))| {
                judged.is_accepted() || before.0 == after.0 || matches!(action.act, Act::Handicap(_))
            })
        })
    }

    fn why_says_what_step_then_does(actions: Actions) -> bool {
        let mut session = Session::new(&every_text(), Setup::new(actions.grid), Agree::Recorded);
        actions.actions.iter().all(|action| {
            let foretold: Vec<_> = session.procedures.iter().map(|p| p.why(action.player, &action.act)).collect();
            let judged = session.step(action.clone());
            foretold.iter().zip(&judged).all(|(a, b)| (a.judgement, a.clause, &a.fact) == (b.judgement, b.clause, &b.fact))
        })
    }

    fn a_record_is_the_same_after_a_walk_through_sgf_and_script(actions: Actions) -> TestResult {
        let mut record = Record::new(Setup::new(actions.grid));
        record.actions = actions.actions;
        let text = script::write(&record);
        let twice = |text: &str| shinpan::record::read("f", text.as_bytes(), &[]);
        let Ok(read) = twice(&text) else { return TestResult::error(text) };
        let Ok(walked) = twice(&sgf::write(&read, &[])) else { return TestResult::error(sgf::write(&read, &[])) };
        TestResult::from_bool(script::write(&walked) == text)
    }
}

/// The history of a game on the bitboard kernel: each move with the position before and after it.
struct Kernel {
    board: Board,
    moves: Vec<(Position, Position, Colour, bool)>,
    here: Position,
}

impl Kernel {
    /// Whether the play is legal under the ko rule of the text, straight from its definition.
    fn legal(&self, text: Text, player: Colour, p: usize) -> Option<Position> {
        let after = match self.board.play(self.here, player, p) {
            Some(play) => play.after,
            // Suicide: nothing of the opponent's is taken, and the string goes.
            None if ["tt", "katago", "ing", "nz"].contains(&text.prefix()) && self.here.at(p).is_none() => {
                self.here.without(self.board.connected(1 << p, self.here.of(player) | 1 << p))
            }
            None => return None,
        };
        let start = self.moves.first().map_or(self.here, |m| m.0);
        let forbidden = match text.prefix() {
            // The next move may not take back a stone that was just taken in a ko: the position before would be there again.
            "j1989" => self.moves.last().is_some_and(|m| m.0 == after && m.3),
            // Nor may a position come up a third time, as nobody offers no result here.
            "j1997" => {
                let came = self.moves.iter().filter(|m| m.3 && m.1 == after).count() + usize::from(start == after);
                self.moves.last().is_some_and(|m| m.0 == after && m.3) || came >= 2
            }
            "aj2004" => {
                self.moves.last().is_some_and(|m| m.0 == after)
                    || self.moves.iter().any(|m| m.3 && (m.0, m.1) == (self.here, after))
            }
            "tt" | "katago" | "ing" => start == after || self.moves.iter().any(|m| m.1 == after),
            // After an own move, a pass too; the start is after none.
            "nz" => self.moves.iter().any(|m| m.1 == after && m.2 == player),
            _ => {
                // Black was to move at the start.
                (start == after && player == Colour::White) || self.moves.iter().any(|m| m.1 == after && m.2 == player)
            }
        };
        (!forbidden).then_some(after)
    }
}

#[test]
fn accepted_plays_are_the_legal_plays_of_the_kernel_under_the_ko_rule_of_the_text() {
    let mut seed = 88_172_645_463_325_252_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    let (mut plays, mut by_ko) = (0, 0);
    for rules in every_text() {
        for size in ["1x4", "2x2", "1x6", "2x3", "3x3", "2x5"] {
            let grid = Grid::parse(size).unwrap();
            for _ in 0..30 {
                let mut game = procedure(&rules, &Setup::new(grid), Agree::Recorded);
                let board = Board::new(grid).unwrap();
                let mut kernel = Kernel { board, moves: Vec::new(), here: Position::default() };
                let mut player = Colour::Black;
                for _ in 0..60 {
                    let legal: Vec<Option<Position>> =
                        (0..grid.len()).map(|p| kernel.legal(rules.text, player, p)).collect();
                    for (p, legal) in legal.iter().enumerate() {
                        let accepted = game.why(player, &Act::Play(p)).is_accepted();
                        assert_eq!(accepted, legal.is_some(), "{rules} {size} {}", grid.name(p));
                        plays += usize::from(accepted);
                        let free = kernel.board.play(kernel.here, player, p).is_some();
                        by_ko += usize::from(free && !accepted);
                    }
                    let options: Vec<usize> = (0..grid.len()).filter(|&p| legal[p].is_some()).collect();
                    let passed = kernel.moves.last().is_some_and(|m| !m.3);
                    if options.is_empty() && passed {
                        break;
                    }
                    let choice = random() % (options.len() + usize::from(!passed));
                    let before = kernel.here;
                    let play = options.get(choice).copied();
                    kernel.here = play.and_then(|p| legal[p]).unwrap_or(before);
                    kernel.moves.push((before, kernel.here, player, play.is_some()));
                    let judged = game.step(player, &play.map_or(Act::Pass, Act::Play));
                    assert!(judged.is_accepted());
                    assert_eq!(game.position().to_position(), Some(kernel.here));
                    player = player.opponent();
                }
            }
        }
    }
    assert!(plays > 50_000 && by_ko > 500, "{plays} plays, {by_ko} refused by a ko rule");
}

/// The points of the stones of this life in a verdict.
fn stones(judge: &mut dyn Interpreter, position: Position, life: &[Life]) -> Option<Vec<usize>> {
    let status = judge.judge(position).status?;
    let of_life = status.strings.iter().filter(|s| life.contains(&s.life));
    let mut points: Vec<usize> = of_life.flat_map(|s| points_of(s.string.stones)).collect();
    points.sort_unstable();
    Some(points)
}

#[test]
fn a_game_counted_by_agreement_on_what_the_judge_says_comes_to_what_the_judge_says_on_whole_boards() {
    let mut counted = 0;
    for (name, sizes) in [
        ("j1989", vec!["1x5", "2x3", "2x4"]),
        ("j1989:enable=none", vec!["2x4", "3x3"]),
        ("j1989:enable=none,seki=group", vec!["2x4", "3x3"]),
        ("j1997:agreement=as-it-stands,first=black", vec!["1x5", "2x4", "3x3"]),
        ("j1997:agreement=as-it-stands,first=black,ko-stones=prisoners", vec!["2x4", "3x3"]),
        ("ms-japanese", vec!["1x5", "2x4", "3x3"]),
        ("ms-chinese", vec!["2x4", "3x3"]),
        ("ms-japanese:seki=points", vec!["3x3"]),
        ("chinese-2002", vec!["1x5", "2x4", "3x3"]),
        ("chinese-2002:life=opponent-first", vec!["2x4"]),
        ("new-zealand", vec!["1x5", "2x4"]),
        ("simplified-ing", vec!["1x5", "2x4"]),
    ] {
        let rules = RuleSet::parse(name).unwrap().remove(0);
        for size in sizes {
            let grid = Grid::parse(size).unwrap();
            let mut judge = interpreter(&rules, &Board::new(grid).unwrap(), Budget::default());
            for position in Index::new(grid).unwrap().iter() {
                let plain = PlainPosition::from_position(grid, position).unwrap();
                let dead = stones(&mut *judge, position, &[Life::Dead]).unwrap();
                let seki = stones(&mut *judge, position, &[Life::Seki]).unwrap();
                let setup = Setup { position: plain.clone(), ..Setup::new(grid) };
                let mut game = procedure(&rules, &setup, Agree::Recorded);
                let claims = match rules.text.prefix() {
                    // Its clauses on life and death say what is dead, and nobody has to claim it.
                    "j1997" => vec![Act::ClaimDead(Vec::new())],
                    "ms" => vec![Act::ClaimDead(dead), Act::ClaimSeki(seki)],
                    _ => vec![Act::ClaimDead(dead)],
                };
                for (player, act) in [(Colour::Black, Act::Pass), (Colour::White, Act::Pass)]
                    .into_iter()
                    .chain(claims.into_iter().map(|claim| (Colour::Black, claim)))
                    .chain([(Colour::White, Act::Agree)])
                {
                    assert!(game.step(player, &act).is_accepted(), "{rules} {plain}: {act:?}");
                }
                let Outcome::Margin(margin) = judge.judge(position).outcome else { panic!("{plain}: no margin") };
                let decision = game.result().map(|r| r.decision.clone());
                assert_eq!(decision, Some(Decision::Margin(100 * margin)), "{rules} {plain}");
                counted += 1;
            }
        }
    }
    assert!(counted > 100_000, "{counted}");
}

#[test]
fn the_kernel_of_any_size_is_that_of_small_boards_on_whole_boards() {
    for size in ["1x5", "2x4", "3x3", "2x5"] {
        let grid = Grid::parse(size).unwrap();
        let board = Board::new(grid).unwrap();
        for position in Index::new(grid).unwrap().iter() {
            let plain = PlainPosition::from_position(grid, position).unwrap();
            let (wide, stones) = (WideBoard::new(grid), WideBoard::stones(&plain));
            let small = |set: Wide| set.points().fold(0, |m, p| m | 1 << p);
            assert_eq!(small(wide.in_ko(stones)), board.ko_stones(position), "{plain}");
            for player in Colour::ALL {
                let immortal = wide.immortal_stones(stones, player);
                assert_eq!(small(immortal), board.immortal(position, player), "{plain}");
                let controlled = texts::aj2004::control(&wide, stones, player).points;
                assert_eq!(small(controlled), texts::aj2004::controlled(&board, position, player), "{plain}");
                for p in 0..grid.len() {
                    let (found, known) = (wide.put(stones, player, p), board.play(position, player, p));
                    assert_eq!(
                        found.map(|f| (f.after.map(small), small(f.captured), f.ko)),
                        known.map(|k| { (k.after.stones, k.captured, k.ko) })
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_counted_on_any_size_is_what_the_judges_count_on_small_boards() {
    // Of KataGo's parameters those that make a difference to a position.
    let readings = |t: Text| if t.is_usual() { RuleSet::all_readings(t) } else { RuleSet::all_verdicts(t) };
    let sets: Vec<RuleSet> = texts::ALL.into_iter().flat_map(readings).collect();
    let empty = PlainPosition::new(Grid::new(19, 19).unwrap());
    let sets: Vec<RuleSet> = sets
        .into_iter()
        .filter(|set| set.text.only_counts(set) && Sight::of(&empty).finished(set, &mut Trace::silent()).is_some())
        .collect();
    // Of every text that can be read so: two of Tromp and Taylor (who would move next), four of the AGA (and by which count), twelve of 1997
    // as it stands, 30 of KataGo, and others.
    assert!(sets.len() >= 48, "{}", sets.len());
    for (rows, cols) in [(1, 5), (2, 4), (3, 3)] {
        let grid = Grid::new(rows, cols).unwrap();
        let board = Board::new(grid).unwrap();
        for set in &sets {
            let mut judge = interpreter(set, &board, Budget::of(0));
            for position in &Index::new(grid).unwrap() {
                let plain = PlainPosition::from_position(grid, position).unwrap();
                let count = Sight::of(&plain).finished(set, &mut Trace::silent()).unwrap().count;
                assert_eq!(judge.judge(position).outcome, Outcome::Margin(count.margin() / 100), "{set} {plain}");
            }
        }
    }
}

#[test]
fn a_move_of_tromp_and_taylor_is_a_play_of_the_plain_kernel_that_may_be_suicide() {
    let mut suicides = 0;
    for (rows, cols) in [(1, 6), (2, 4), (3, 3)] {
        let grid = Grid::new(rows, cols).unwrap();
        let board = Board::new(grid).unwrap();
        for position in &Index::new(grid).unwrap() {
            let plain = PlainPosition::from_position(grid, position).unwrap();
            for (player, p) in
                Colour::ALL.into_iter().flat_map(|c| points_of(board.empty(position)).map(move |p| (c, p)))
            {
                let (play, own) = plain.play_or_suicide(player, p).unwrap();
                let moved = texts::tromp_taylor::game::moved(&board, position, player, p);
                assert_eq!(play.after.to_position(), Some(moved), "{plain} {player} {p}");
                assert_eq!(own.is_empty(), plain.play(player, p).is_ok(), "{plain} {player} {p}");
                assert_eq!(own.len() == 1, moved == position, "{plain} {player} {p}");
                suicides += usize::from(own.len() > 1);
            }
        }
    }
    assert!(suicides > 1000);
}

#[test]
fn a_game_of_19x19_can_be_played_counted_and_written() {
    let grid = Grid::new(19, 19).unwrap();
    let mut text = String::from("size 19x19\nkomi 6.5\n");
    // A black wall on the tenth column and a white one on the eleventh.
    for row in 1..=19 {
        text.push_str(&format!("B K{row}\nW L{row}\n"));
    }
    text.push_str("B pass\nW pass\nB claim dead none\nW agree\n");
    let record = shinpan::record::read("f", text.as_bytes(), &[]).unwrap();
    let results: Vec<String> =
        all_rules().iter().map(|r| Replay::of(r, &record, Agree::Recorded, None).result_text()).collect();
    // 9 columns of 19 points for Black, 8 for White.
    let found = ["B+12.5", "B+12.5", "none", "B+12.5", "B+12.5", "B+12.5", "B+12.5", "B+12.5"];
    assert_eq!(results, found);
    assert_eq!(grid.len(), 361);
    let best = Agree::BestPlay(Budget::of(10));
    let mut open = record.clone();
    open.actions.truncate(open.actions.len() - 2);
    let game = Replay::of(&all_rules()[0], &open, best, None);
    assert!(matches!(game.result.unwrap().decision, Decision::Undecided(_)), "too large a board is never guessed at");
    let stands = RuleSet::parse("j1997:agreement=as-it-stands").unwrap().remove(0);
    assert_eq!(Replay::of(&stands, &open, best, None).result_text(), "B+12.5", "no play is needed for that reading");
}

#[test]
fn a_budget_that_runs_out_leaves_the_result_undecided() {
    let text = "size 4x4\nB pass\nW pass\n";
    let record = shinpan::record::read("f", text.as_bytes(), &[]).unwrap();
    for rules in all_rules().iter().filter(|r| r.first_passer_matters() || r.text == texts::aj2004::TEXT) {
        let game = Replay::of(rules, &record, Agree::BestPlay(Budget::of(2)), None);
        assert!(matches!(game.result.unwrap().decision, Decision::Undecided(_)), "{rules}");
    }
}

#[test]
fn rules_met_in_records_are_mapped_only_where_that_is_honest() {
    let mapped = |name: &str| match rules_named(name) {
        RulesName::Ours(rules) => (name_of(&rules), false),
        RulesName::Near(rules, warning) => {
            assert!(warning.contains(name), "{warning}");
            (name_of(&rules), true)
        }
        RulesName::Unknown(_) => ("unknown".to_string(), true),
    };
    for (name, id, warned) in [
        ("j1989", "j1989", false),
        ("ms-chinese", "ms-chinese", false),
        ("j1989:enable=none", "j1989:enable=none", false),
        ("Japanese 1997", "j1997", false),
        ("Japanese", "j1989", true),
        ("japanese 1989", "j1989", true),
        ("Chinese", "chinese-2002", true),
        ("AGA", "aga-territory", false),
        ("NZ", "new-zealand", false),
        ("New Zealand", "new-zealand", false),
        ("GOE", "simplified-ing", true),
        ("Simplified Ing", "simplified-ing", false),
        ("Korean", "j1989", true),
        ("BGA", "aga-territory", true),
        ("Stone counting", "unknown", true),
        ("Tromp-Taylor", "tromp-taylor", false),
        ("tromp-taylor", "tromp-taylor", false),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "unknown", true),
        ("", "unknown", true),
    ] {
        assert_eq!(mapped(name), (id.to_string(), warned), "{name}");
    }
}

#[test]
fn the_result_of_a_record_is_compared_with_what_the_rules_give() {
    let black = Colour::Black;
    for (recorded, given, same) in [
        ("B+3.5", Decision::Margin(350), true),
        ("B+3.50", Decision::Margin(350), true),
        ("W+2", Decision::Margin(-200), true),
        ("W+2", Decision::Margin(200), false),
        ("B+", Decision::Margin(100), true),
        ("0", Decision::Margin(0), true),
        ("Draw", Decision::Margin(0), true),
        ("B+R", Decision::Resignation { winner: black }, true),
        ("B+Resign", Decision::Resignation { winner: black }, true),
        ("B+F", Decision::Foul { winner: black }, true),
        ("B+R", Decision::Margin(300), false),
        ("Void", Decision::NoResult(None), true),
        ("both lose", Decision::BothLose, true),
    ] {
        assert_eq!(check_result(recorded, Some(&given)) == ResultCheck::Same, same, "{recorded} {given}");
    }
    for (recorded, given) in [("B+T", Some(Decision::Margin(0))), ("?", Some(Decision::Margin(0))), ("B+1", None)] {
        assert!(matches!(check_result(recorded, given.as_ref()), ResultCheck::CannotTell(_)), "{recorded}");
    }
}
