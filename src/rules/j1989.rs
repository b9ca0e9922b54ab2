//! Japanese 1989: life and death (Article 7), territory (8) and score (10) of a final position, in the order of the text.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Interpreter;
use super::bounds::confirmation::{ForGood, SolvedForGood, captured};
use super::facts::{Answers, Asked, ConfirmationFacts, Facts, told};
use super::ko::{Bans, KoMove};
use super::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::board::{Board, Colour, Points, Position, StoneString, Symmetry, points_of};
use crate::game::arena::Decided;
use crate::game::{Bounds, Budget, Game};
use crate::spec::RuleSet;

/// A state of a confirmation sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Confirming {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The last move was an ordinary pass.
    pub(super) passed: bool,
    pub(super) ended: bool,
    pub(super) bans: Bans,
    /// The owner's stones on points of `local` that stood in the final position and have not been removed since; every
    /// other stone of the owner on a point of `local` is new.
    pub(super) original: Points,
}

/// Confirmation of life and death: hypothetical play from the final position.
#[derive(Clone, Debug)]
pub struct Confirmation {
    pub(super) board: Board,
    /// Whose stones are examined; the opponent moves first.
    pub(super) owner: Colour,
    /// The points on which new stones are told from original ones.
    pub(super) local: Points,
    /// j1989.7.2 is applied.
    ban: bool,
    /// j1989.7.2.pass is applied.
    pass_for_ko: bool,
}

impl Confirming {
    /// The bans in force (j1989.7.2), as [`Bans::sets`] gives them.
    #[must_use]
    pub fn bans(&self) -> [Points; 3] {
        self.bans.sets()
    }

    /// Two successive ordinary passes have been made.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The owner's stones on the points looked at that have stood there since the final position.
    #[must_use]
    pub fn original(&self) -> Points {
        self.original
    }
}

impl Confirmation {
    /// The confirmation of the life of `owner`'s stones, none of whose new stones is looked for.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board, owner: Colour) -> Confirmation {
        Confirmation {
            board: board.clone(),
            owner,
            local: 0,
            ban: rules.applies("j1989.7.2"),
            pass_for_ko: rules.applies("j1989.7.2.pass"),
        }
    }

    /// The same sequences, the stones new on `local` told from the others.
    #[must_use]
    pub fn looking_at(self, local: Points) -> Confirmation {
        Confirmation { local, ..self }
    }

    /// A state in the course of a sequence, after a move that was no pass: `mover` is to move and `bans` are in force.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, bans: [Points; 3]) -> Confirming {
        let bans = Bans::from_sets(bans);
        Confirming { mover, bans, ..self.start(position) }
    }

    /// Bans turned by a symmetry of the board.
    #[must_use]
    pub fn turned_bans(&self, bans: [Points; 3], symmetry: &Symmetry) -> [Points; 3] {
        Bans::from_sets(bans).turned(&self.board, symmetry).sets()
    }

    /// The start of the sequence: the final position, the opponent to move.
    #[must_use]
    pub fn start(&self, position: Position) -> Confirming {
        Confirming {
            position,
            mover: self.owner.opponent(),
            passed: false,
            ended: false,
            bans: Bans::default(),
            original: position.of(self.owner) & self.local,
        }
    }

    /// The new stones on `local`.
    #[must_use]
    pub fn new_stones(&self, state: &Confirming) -> Points {
        state.position.of(self.owner) & self.local & !state.original
    }

    /// What the opponent has to bring about to leave `string` dead: it is captured, and no new stone stands on `local`.
    pub(super) fn cleared(&self, state: &Confirming, string: Points) -> bool {
        state.original & string == 0 && self.new_stones(state) == 0
    }

    /// A play on `v`: not banned (j1989.7.2), not suicide (j1989.4, j1989.5).
    fn play(&self, state: &Confirming, v: usize) -> Option<Confirming> {
        let play = self.board.play(state.position, state.mover, v)?;
        if self.ban && state.bans.forbid(&self.board, v, &play) {
            return None;
        }
        Some(Confirming {
            position: play.after,
            mover: state.mover.opponent(),
            passed: false,
            bans: if self.ban { state.bans.after(&self.board, v, &play) } else { Bans::default() },
            original: state.original & play.after.of(self.owner),
            ended: false,
        })
    }

    /// An ordinary pass; the second in succession ends the sequence.
    fn pass(state: &Confirming) -> Confirming {
        Confirming { mover: state.mover.opponent(), passed: true, ended: state.passed, ..*state }
    }

    /// j1989.7.2.pass: the mover gives up a move for one ko; no ordinary pass.
    fn passes_for_ko(&self, state: &Confirming) -> Points {
        if self.pass_for_ko { state.bans.passable(&self.board, state.position, state.mover) } else { 0 }
    }
}

impl Game for Confirmation {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        if state.ended {
            return;
        }
        for v in points_of(self.board.empty(state.position)) {
            out.extend(self.play(state, v).map(|next| (KoMove::Play(v as u8), next)));
        }
        for p in points_of(self.passes_for_ko(state)) {
            let next =
                Confirming { mover: state.mover.opponent(), passed: false, bans: state.bans.lifted(p), ..*state };
            out.push((KoMove::PassForKo(p as u8), next));
        }
        out.push((KoMove::Pass, Self::pass(state)));
    }
}

/// The reading `enable`: where a new stone must stand to keep a captured string alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Enable {
    Nowhere,
    Local1,
    Local2,
    Anywhere,
}

/// The interpreter.
pub struct J1989 {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    pub(super) budget: Budget,
    pub(super) enable: Enable,
    /// By owner: the owner's stones that can be forced off the board.
    captured: [Decided<Confirming, Points>; 2],
    /// By `local`.
    for_good: FxHashMap<Points, SolvedForGood>,
    symmetries: Vec<Symmetry>,
    facts: Option<Arc<dyn ConfirmationFacts>>,
    answers: Option<Arc<dyn Answers>>,
}

impl J1989 {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1989 {
        let enable = match rules.reading("enable") {
            "none" => Enable::Nowhere,
            "local-1" => Enable::Local1,
            "anywhere" => Enable::Anywhere,
            _ => Enable::Local2,
        };
        let symmetries = Symmetry::all(board.grid());
        J1989 {
            rules,
            board,
            budget,
            enable,
            captured: Default::default(),
            for_good: FxHashMap::default(),
            symmetries,
            facts: facts.confirmation.clone(),
            answers: facts.answers.clone(),
        }
    }

    pub(super) fn confirmation(&self, owner: Colour, local: Points) -> Confirmation {
        Confirmation { local, ..Confirmation::new(&self.rules, &self.board, owner) }
    }

    /// j1989.7.1, first half: the stones of `owner` that the opponent can (lower) or might (upper) capture.
    fn capturable(&mut self, position: Position, owner: Colour) -> Bounds<Points> {
        if let Some(answers) = &self.answers {
            let strings = self.board.strings(position).into_iter().filter(|s| s.colour == owner);
            return told(answers.as_ref(), strings, Asked::Captured);
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner));
        }
        let game = self.confirmation(owner, 0);
        captured(&game, &game.start(position), &mut self.captured[owner.index()], self.budget)
    }

    /// j1989.7.1, second half: whether the capture of `string` lets its owner have a permanent new stone on `local`;
    /// `None` if the budget ran out.
    fn enables(&mut self, position: Position, string: StoneString, local: Points) -> Option<bool> {
        if let Some(answers) = &self.answers {
            return answers.answer(Asked::ForGood(string, local)).map(|forced| !forced);
        }
        // Symmetric questions have one answer: ask the one about Black whose `local` is least, to meet it again.
        let position = position.seen_by(string.colour);
        let image = self.symmetries.iter().min_by_key(|s| s.points(local))?;
        let (position, stones, local) = (image.position(position), image.points(string.stones), image.points(local));
        let game = self.confirmation(Colour::Black, local);
        let question = ForGood {
            confirmation: &game,
            string: stones,
            endless_defends: self.endless_defends(),
            facts: self.facts.as_deref(),
        };
        let solved = self.for_good.entry(local).or_default();
        question.forced(&game.start(position), solved, self.budget).decided().map(|forced| !forced)
    }

    /// Reading `infinite=defender`.
    pub(super) fn endless_defends(&self) -> bool {
        self.rules.reading("infinite") == "defender"
    }

    /// The same. On a small board, of which many positions are judged, the question for the whole board comes first: a larger
    /// `local` can only help the owner, so a string not alive through the whole board is alive through no part of it, and
    /// what is solved for the whole board serves all strings. Elsewhere a small `local` has far fewer states.
    fn enables_in(&mut self, position: Position, string: StoneString, local: Points) -> Option<bool> {
        const SMALL: usize = 12;
        // Facts about the whole board say more than the question would.
        let first = self.facts.is_none() && self.answers.is_none() && self.board.len() <= SMALL;
        if first && self.enables(position, string, self.board.all()) == Some(false) {
            return Some(false);
        }
        self.enables(position, string, local)
    }

    /// Article 7: the life of every string.
    fn life(&mut self, position: Position) -> Vec<StringStatus> {
        let strings = self.board.strings(position);
        let status = |string: StoneString, life, by| StringStatus { string, life, by };
        if !self.rules.applies("j1989.7.1") {
            return strings.into_iter().map(|s| status(s, Life::Alive, "not examined")).collect();
        }
        let capturable = Colour::ALL.map(|owner| self.capturable(position, owner));
        let mut found = Vec::new();
        for &string in &strings {
            let Bounds { lower, upper } = capturable[string.colour.index()];
            found.push(if string.stones & upper == 0 {
                status(string, Life::Alive, "uncapturable")
            } else if string.stones & lower == 0 {
                status(string, Life::Undecided, "undecided")
            } else {
                match self.enable {
                    Enable::Nowhere => status(string, Life::Dead, "capturable"),
                    Enable::Anywhere => {
                        let through = self.enables(position, string, self.board.all());
                        Self::by_enable(string, through, "enables a new stone")
                    }
                    Enable::Local1 | Enable::Local2 => {
                        let through = self.enables_in(position, string, string.stones);
                        Self::by_enable(string, through, "capturable-1")
                    }
                }
            });
        }
        if self.enable == Enable::Local2 {
            self.local_2(position, &mut found);
        }
        found
    }

    fn by_enable(string: StoneString, through: Option<bool>, by: &'static str) -> StringStatus {
        match through {
            Some(true) => StringStatus { string, life: Life::Alive, by },
            Some(false) => StringStatus { string, life: Life::Dead, by: "captured" },
            None => StringStatus { string, life: Life::Undecided, by: "undecided" },
        }
    }

    /// `local-2` of a string: its intersections and, recursively, every adjacent intersection not occupied by a string
    /// that is uncapturable or capturable-1. `None` while it is undecided which strings those are.
    fn local_2_of(&self, string: StoneString, found: &[StringStatus]) -> Option<Points> {
        if found.iter().any(|s| s.life == Life::Undecided) {
            return None;
        }
        let firm = found.iter().filter(|s| s.life == Life::Alive).fold(0, |m, s| m | s.string.stones);
        Some(self.board.connected(string.stones, self.board.all() & !firm | string.stones))
    }

    /// capturable-2, among the strings that are neither uncapturable nor capturable-1.
    fn local_2(&mut self, position: Position, found: &mut [StringStatus]) {
        let before = found.to_vec();
        for status in found.iter_mut().filter(|s| s.life == Life::Dead) {
            let through = match self.local_2_of(status.string, &before) {
                Some(local) => self.enables_in(position, status.string, local),
                // Dead through the whole board is dead whatever local-2 is.
                None => self.enables(position, status.string, self.board.all()).filter(|&alive| !alive),
            };
            *status = Self::by_enable(status.string, through, "capturable-2");
        }
    }

    /// Articles 8 and 10 on the life found.
    fn settle(&self, position: Position, mut strings: Vec<StringStatus>) -> Verdict {
        let n = self.board.len();
        if strings.iter().any(|s| s.life == Life::Undecided) {
            let empty = self.board.empty(position).count_ones() as i32;
            let stones = Colour::ALL.map(|c| position.of(c).count_ones() as i32);
            return Verdict {
                outcome: Outcome::Undecided { lo: -empty - 2 * stones[0], hi: empty + 2 * stones[1] },
                status: Some(Status { strings, points: vec![PointStatus::Undecided; n] }),
                claims: Vec::new(),
                notes: Notes::default(),
            };
        }
        let living = Colour::ALL.map(|c| {
            strings.iter().filter(|s| s.string.colour == c && s.life == Life::Alive).fold(0, |m, s| m | s.string.stones)
        });
        let regions: Vec<(Points, Option<Colour>)> = self.regions(living).collect();
        let seki = self.in_seki(&strings, &regions);
        for (status, in_seki) in strings.iter_mut().zip(&seki) {
            if *in_seki {
                status.life = Life::Seki;
            }
        }
        let seki_stones = strings.iter().filter(|s| s.life == Life::Seki).fold(0, |m, s| m | s.string.stones);
        let mut points = vec![PointStatus::Stone; n];
        let mut claims = Vec::new();
        for &(region, eye_of) in &regions {
            let (point, territory_of) = match eye_of {
                None => (PointStatus::Dame, None),
                // j1989.8.territory
                Some(x) if self.board.around(region) & living[x.index()] & seki_stones != 0 => {
                    (PointStatus::EyeInSeki(x), None)
                }
                Some(x) => (PointStatus::Territory(x), Some(x)),
            };
            points_of(region).for_each(|p| points[p] = point);
            if let Some(x) = territory_of {
                claims.extend(self.score(position, region, x));
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict {
            outcome: Outcome::Margin(margin),
            status: Some(Status { strings, points }),
            claims,
            notes: Notes::default(),
        }
        .in_order()
    }

    /// j1989.8.eye, j1989.8.dame: the maximal connected sets of points that are empty or hold dead stones, and whose eye
    /// points they are: a player's, if every living string adjacent is that player's and there is one.
    fn regions(&self, living: [Points; 2]) -> impl Iterator<Item = (Points, Option<Colour>)> + '_ {
        self.board.components(self.board.all() & !living[0] & !living[1]).map(move |region| {
            let next_to = Colour::ALL.map(|c| self.board.around(region) & living[c.index()] != 0);
            let eye_of = match next_to {
                [true, false] => Some(Colour::Black),
                [false, true] => Some(Colour::White),
                _ => None,
            };
            (region, eye_of)
        })
    }

    /// j1989.8.seki: living strings that possess dame; with `seki=group`, also those that share an eye region with one.
    fn in_seki(&self, strings: &[StringStatus], regions: &[(Points, Option<Colour>)]) -> Vec<bool> {
        if !self.rules.applies("j1989.8.seki") {
            return vec![false; strings.len()];
        }
        let dame = regions.iter().filter(|r| r.1.is_none()).fold(0, |m, r| m | r.0);
        let alive = |s: &StringStatus| s.life == Life::Alive;
        let mut seki: Vec<bool> =
            strings.iter().map(|s| alive(s) && self.board.around(s.string.stones) & dame != 0).collect();
        while self.rules.reading("seki") == "group" {
            let before = seki.clone();
            for &(region, _) in regions.iter().filter(|r| r.1.is_some()) {
                let border: Vec<usize> = (0..strings.len())
                    .filter(|&i| alive(&strings[i]) && self.board.around(region) & strings[i].string.stones != 0)
                    .collect();
                if border.iter().any(|&i| seki[i]) {
                    border.iter().for_each(|&i| seki[i] = true);
                }
            }
            if seki == before {
                break;
            }
        }
        seki
    }

    /// Article 10 for one territory of `player`: its empty points, and the dead opposing stones in it (each leaves a point
    /// and is a prisoner, j1989.10.1).
    fn score(&self, position: Position, region: Points, player: Colour) -> Vec<Claim> {
        let empty = region & self.board.empty(position);
        let dead = region & position.of(player.opponent());
        let mut claims = Vec::new();
        if empty != 0 {
            claims.push(Claim {
                clause: "j1989.8.territory",
                player,
                what: "empty points of territory",
                points: empty,
                value: empty.count_ones() as i32,
            });
        }
        if dead != 0 && self.rules.applies("j1989.10.1") {
            claims.push(Claim {
                clause: "j1989.10.1",
                player,
                what: "dead stones in territory: the point and the prisoner",
                points: dead,
                value: 2 * dead.count_ones() as i32,
            });
        }
        claims
    }
}

impl Interpreter for J1989 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        let strings = self.life(position);
        self.settle(position, strings)
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
