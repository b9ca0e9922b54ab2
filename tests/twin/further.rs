//! Further play to two passes with its whole history, from every position of a board: proof-number search for the question whether Black
//! gets at least so much.
//!
//! A state is a position, who moves, and whether the last move was a pass. The history is a set of facts, which only grows. What is
//! proved of a state holds under every history that meets what the proof has looked at: facts that are not there, as the winner makes
//! plays that they would forbid, and facts that are there, as they forbid plays of the loser that the proof has no answer to. The proof is
//! kept with that condition and with nothing else, and serves again under every history that meets it. How hard the rest seems is no
//! more than the order in which it is looked at.

use shinpan::board::Colour;

use super::graph::Map;

/// Further play on a board whose positions have numbers.
pub struct Further<'a> {
    /// By position and player: the positions that a play leads to, suicide included.
    pub turns: &'a dyn Fn(usize, Colour) -> Vec<u16>,
    /// By position: what it is worth to Black at the end.
    pub scores: &'a [i32],
    /// What is remembered.
    pub remembered: Remembered,
    /// No position is worth more.
    pub most: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    /// What has been on the board, the start too.
    Positions,
    /// What each player's moves have led to.
    OwnMoves,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pos: u16,
    mover: Colour,
    passed: bool,
}

/// A move with the state that it leads to, none at the end.
#[derive(Clone, Copy)]
struct Move {
    to: Option<State>,
    /// What the history holds after it.
    fact: u16,
    /// A play is forbidden where the history holds that already.
    play: bool,
}

/// What was proved under a history in which the facts `absent` were not and the facts `present` were.
struct Proof {
    absent: Vec<u16>,
    present: Vec<u16>,
    winner: Colour,
}

/// By player, how much seems to be left to prove that he wins; 0 and `NEVER` if it is known who does.
type Effort = [u64; 2];
const NEVER: u64 = 1 << 60;

fn won_by(winner: Colour) -> Effort {
    if winner == Colour::Black { [0, NEVER] } else { [NEVER, 0] }
}

struct Search<'a> {
    game: &'a Further<'a>,
    /// By state without the pass: its plays, which both rules allow in any case.
    plays: &'a [[Vec<u16>; 2]],
    k: i32,
    history: Vec<bool>,
    /// Of the facts in the history.
    hash: u64,
    proofs: Map<State, Vec<Proof>>,
    efforts: Map<(State, u64), Effort>,
}

impl Further<'_> {
    /// By position and who moves first: the value of further play, no move having been made before.
    pub fn values(&self) -> Vec<[i32; 2]> {
        let plays: Vec<[Vec<u16>; 2]> =
            (0..self.scores.len()).map(|pos| Colour::ALL.map(|mover| self.plays(pos, mover))).collect();
        let mut values = vec![[-self.most; 2]; self.scores.len()];
        for k in 1 - self.most..=self.most {
            let mut search = Search {
                game: self,
                plays: &plays,
                k,
                history: vec![false; 2 * self.scores.len()],
                hash: 0,
                proofs: Map::default(),
                efforts: Map::default(),
            };
            for (pos, values) in values.iter_mut().enumerate() {
                for (first, value) in Colour::ALL.into_iter().zip(values) {
                    if search.reaches(pos as u16, first) {
                        // Who gets so much gets every less as well.
                        assert_eq!(*value, k - 1, "position {pos}, {first} first");
                        *value = k;
                    }
                }
            }
        }
        values
    }

    fn plays(&self, pos: usize, mover: Colour) -> Vec<u16> {
        let mut after = (self.turns)(pos, mover);
        after.sort_unstable();
        after.dedup();
        // The present position is always among those that were there.
        after.retain(|&after| self.remembered == Remembered::OwnMoves || usize::from(after) != pos);
        after
    }

    fn fact(&self, mover: Colour, after: u16) -> u16 {
        match self.remembered {
            Remembered::Positions => after,
            Remembered::OwnMoves => 2 * after + mover.index() as u16,
        }
    }
}

impl Search<'_> {
    /// Whether Black gets at least `k`.
    fn reaches(&mut self, pos: u16, first: Colour) -> bool {
        self.history.fill(false);
        self.hash = 0;
        self.efforts.clear();
        if self.game.remembered == Remembered::Positions {
            self.enter(pos);
        }
        let start = State { pos, mover: first, passed: false };
        if self.proof(start).is_none() {
            self.search(start, [NEVER; 2]);
        }
        self.proof(start).expect("a search without a limit ends").winner == Colour::Black
    }

    /// Adds a fact to the history. Returns whether it is new.
    fn enter(&mut self, fact: u16) -> bool {
        let new = !self.history[usize::from(fact)];
        if new {
            self.turn(fact);
        }
        new
    }

    fn turn(&mut self, fact: u16) {
        let held = &mut self.history[usize::from(fact)];
        *held = !*held;
        let mixed = (u64::from(fact) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.hash ^= (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }

    /// What is asked after a move.
    fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        let new = self.enter(mv.fact);
        let answer = ask(self);
        if new {
            self.turn(mv.fact);
        }
        answer
    }

    /// The pass and the plays, those too that the history forbids.
    fn moves(&self, state: State) -> Vec<Move> {
        let State { pos, mover, passed } = state;
        let next = |pos, passed| State { pos, mover: mover.opponent(), passed };
        let pass = Move { to: (!passed).then(|| next(pos, true)), fact: self.game.fact(mover, pos), play: false };
        let plays = self.plays[usize::from(pos)][mover.index()].iter();
        let plays =
            plays.map(|&after| Move { to: Some(next(after, false)), fact: self.game.fact(mover, after), play: true });
        [pass].into_iter().chain(plays).collect()
    }

    fn is_forbidden(&self, mv: Move) -> bool {
        mv.play && self.history[usize::from(mv.fact)]
    }

    /// What has been proved of a state under a history that is like this one where it matters.
    fn proof(&self, state: State) -> Option<&Proof> {
        let held = |fact: &u16| self.history[usize::from(*fact)];
        let holds = |proof: &&Proof| !proof.absent.iter().any(held) && proof.present.iter().all(held);
        self.proofs.get(&state)?.iter().rev().find(holds)
    }

    fn effort(&self, pos: u16, state: Option<State>) -> Effort {
        let Some(state) = state else {
            return won_by(if self.game.scores[usize::from(pos)] >= self.k { Colour::Black } else { Colour::White });
        };
        match self.proof(state) {
            Some(proof) => won_by(proof.winner),
            None => self.efforts.get(&(state, self.hash)).copied().unwrap_or([1, 1]),
        }
    }

    /// Looks further until it is proved who wins, or until as much seems to be left for a player as `most` says.
    fn search(&mut self, state: State, most: Effort) {
        let (mine, theirs) = (state.mover.index(), 1 - state.mover.index());
        let all = self.moves(state);
        let legal: Vec<Move> = all.iter().copied().filter(|mv| !self.is_forbidden(*mv)).collect();
        loop {
            let efforts: Vec<Effort> =
                legal.iter().map(|&mv| self.after(mv, |search| search.effort(state.pos, mv.to))).collect();
            let best = (0..legal.len()).min_by_key(|&i| efforts[i][mine]).expect("the pass");
            let mut now = [0; 2];
            now[mine] = efforts[best][mine];
            now[theirs] = efforts.iter().map(|e| e[theirs]).sum::<u64>().min(NEVER - 1);
            if now[mine] == 0 {
                return self.prove(state, state.mover, &legal[best..=best]);
            }
            if now[mine] == NEVER {
                return self.prove(state, state.mover.opponent(), &all);
            }
            if now[mine] >= most[mine] || now[theirs] >= most[theirs] {
                self.efforts.insert((state, self.hash), now);
                return;
            }
            let others = (0..legal.len()).filter(|&i| i != best).map(|i| efforts[i][mine]);
            let second = others.min().unwrap_or(NEVER);
            let mut limit = [0; 2];
            limit[mine] = most[mine].min(second + second / 4 + 1);
            limit[theirs] = most[theirs] - (now[theirs] - efforts[best][theirs]);
            let to = legal[best].to.expect("the end is known");
            self.after(legal[best], |search| search.search(to, limit));
        }
    }

    /// Keeps that `winner` wins by these moves: one of his own, or all of the other player's.
    fn prove(&mut self, state: State, winner: Colour, moves: &[Move]) {
        let (mut absent, mut present) = (Vec::new(), Vec::new());
        for &mv in moves {
            if self.is_forbidden(mv) {
                present.push(mv.fact);
                continue;
            }
            if mv.play && winner == state.mover {
                absent.push(mv.fact);
            }
            if let Some(to) = mv.to {
                self.after(mv, |search| {
                    let proof = search.proof(to).expect("proved before");
                    absent.extend(&proof.absent);
                    // The move itself sees to its own fact.
                    present.extend(proof.present.iter().filter(|&&fact| fact != mv.fact));
                });
            }
        }
        for facts in [&mut absent, &mut present] {
            facts.sort_unstable();
            facts.dedup();
        }
        self.proofs.entry(state).or_default().push(Proof { absent, present, winner });
    }
}
