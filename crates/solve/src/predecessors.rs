//! The edges of a graph backwards.

/// By node, the edges that lead to it: each as the node it comes from, or as what else is to be known of it.
pub struct Predecessors<E = u32> {
    /// By node: where its edges start; they end where those of the next do.
    starts: Vec<u32>,
    edges: Vec<E>,
}

impl<E: Copy + Default> Predecessors<E> {
    /// Of the nodes 0 to `nodes` - 1. `leaving` gives the edges that leave a node: the node each leads to, and what is kept of
    /// it there. The edges to a node are in the order of the nodes they come from; one may be listed more than once.
    pub fn new<I>(nodes: usize, leaving: impl Fn(usize) -> I) -> Predecessors<E>
    where
        I: DoubleEndedIterator<Item = (usize, E)>,
    {
        let mut starts = vec![0u32; nodes + 1];
        for (to, _) in (0..nodes).flat_map(&leaving) {
            starts[to] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut edges = vec![E::default(); total as usize];
        // Filled from behind, so that every start ends where it belongs.
        for node in (0..nodes).rev() {
            for (to, edge) in leaving(node).rev() {
                starts[to] -= 1;
                edges[starts[to] as usize] = edge;
            }
        }
        Predecessors { starts, edges }
    }

    /// The edges that lead to a node.
    #[inline]
    #[must_use]
    pub fn of(&self, node: usize) -> &[E] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
