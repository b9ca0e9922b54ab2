//! What its moves make of a state: whether the player to move has won or lost, on which zone that rests, and which moves are still
//! needed to tell.

use super::{Frame, Kid, ProofNumberSearch, ProofNumbers, Siege, Step};
use crate::board::{Play, Points, points_of};

impl<G: Siege> ProofNumberSearch<'_, G> {
    /// Whether the player to move has a winning move: what that makes of the state.
    pub(super) fn won(&self, at: usize) -> Option<ProofNumbers> {
        let frame = &self.path[at];
        let kids = frame.kids.iter().filter_map(|kid| Some((kid, kid.found?)));
        let (kid, found) = kids
            .filter(|(_, found)| found.won_by(frame.attacking))
            .min_by_key(|(_, found)| (found.doubtful, found.rests_on_path(), found.zone.count_ones()))?;
        let zone = if found.rests_on_path() || !self.zones || self.game.bound(&frame.state) {
            self.game.board().all()
        } else {
            let zone = self.before(frame, kid, found.zone, true) | self.game.core();
            self.scene(&frame.state, &frame.bans).with_bans(zone)
        };
        Some(ProofNumbers { zone, ..found })
    }

    /// A zone of the state from that of where a move leads.
    fn before(&self, frame: &Frame<G::State>, kid: &Kid<G::State>, zone: Points, by_winner: bool) -> Points {
        let scene = self.scene(&frame.state, &frame.bans);
        match kid.step {
            Step::Pass => zone,
            Step::Lift(p) if by_winner => zone | 1 << p | scene.pinned(p),
            Step::Lift(p) => zone | 1 << p,
            Step::Play(v) => {
                let Some(play) = self.played(frame, v) else { return self.game.board().all() };
                scene.through(v, &play, by_winner, zone)
            }
        }
    }

    fn played(&self, frame: &Frame<G::State>, v: usize) -> Option<Play> {
        self.game.board().play(self.game.position(&frame.state), self.game.mover(&frame.state), v)
    }

    /// What the state is if the player to move loses by all his moves, and the needed moves of which that is not known. Where
    /// he loses by a pass he loses by all moves outside the zone of that, since they leave it as it is. Where he may not pass
    /// his opponent may pass after such a move, for ever.
    pub(super) fn lost(&self, at: usize) -> (ProofNumbers, Vec<usize>) {
        let frame = &self.path[at];
        let all = self.game.board().all();
        let winner = !frame.attacking;
        let refuted = |kid: &Kid<G::State>| kid.found.filter(|found| found.won_by(winner));
        let unrefuted = || (0..frame.kids.len()).filter(|&i| refuted(&frame.kids[i]).is_none()).collect::<Vec<_>>();
        let add = |sum: &mut ProofNumbers, found: &ProofNumbers| {
            sum.doubtful |= found.doubtful;
            if found.rests_on_path() {
                sum.rests = (sum.rests.0.min(found.rests.0), sum.rests.1.max(found.rests.1));
            }
        };
        let whole = || {
            let open = unrefuted();
            let mut sum = ProofNumbers::decided(winner, all);
            frame.kids.iter().filter_map(refuted).for_each(|found| add(&mut sum, &found));
            (sum, open)
        };
        let pass = frame.kids.iter().find(|kid| kid.step == Step::Pass);
        let passed = pass.and_then(refuted);
        if !self.zones || self.game.bound(&frame.state) {
            return whole();
        }
        if pass.is_some() && passed.is_none() {
            // What is far away is needed no sooner than a pass is refuted.
            let mut found = whole();
            found.1.retain(|&i| frame.kids[i].found.is_some());
            return found;
        }
        let scene = self.scene(&frame.state, &frame.bans);
        let empty = self.game.board().empty(self.game.position(&frame.state));
        let mut by_point = [None; 64];
        let mut open_points = 0;
        for (i, kid) in frame.kids.iter().enumerate() {
            if let Step::Play(v) = kid.step {
                by_point[v] = Some(i);
                if refuted(kid).is_none() {
                    open_points |= 1 << v;
                }
            }
        }
        let mut sum = ProofNumbers::decided(winner, 0);
        let mut zone = self.game.core();
        if let Some(found) = passed {
            add(&mut sum, &found);
            zone |= found.zone;
        }
        let mut open = Vec::new();
        let (mut done, mut lifted): (Points, Points) = (0, 0);
        loop {
            zone = scene.closed(zone, open_points);
            let within = zone;
            let mut more = false;
            for &(p, stone) in frame.bans.iter().filter(|(p, _)| within >> p & 1 == 1) {
                if lifted >> p & 1 == 1 {
                    continue;
                }
                lifted |= 1 << p;
                more = true;
                match frame.kids.iter().position(|kid| kid.step == Step::Lift(p)) {
                    Some(i) => match refuted(&frame.kids[i]) {
                        Some(found) => {
                            add(&mut sum, &found);
                            zone |= if found.rests_on_path() { all } else { found.zone };
                        }
                        None => open.push(i),
                    },
                    // A player's own stone he cannot take: its ban is the other's.
                    None if scene.position.of(scene.mover) >> stone & 1 == 1 => {}
                    None => zone |= scene.pinned(p),
                }
            }
            for v in points_of(within & empty & !done) {
                done |= 1 << v;
                more = true;
                match by_point[v] {
                    None => zone |= scene.pinned(v),
                    Some(i) => match refuted(&frame.kids[i]) {
                        Some(found) => {
                            add(&mut sum, &found);
                            zone |= if found.rests_on_path() {
                                all
                            } else {
                                self.before(frame, &frame.kids[i], found.zone, false)
                            };
                        }
                        None => open.push(i),
                    },
                }
            }
            if !more || passed.is_some() {
                break;
            }
        }
        zone = scene.with_bans(zone);
        sum.zone = if sum.rests_on_path() { all } else { zone };
        (sum, open)
    }
}
