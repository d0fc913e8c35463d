//! A list in pieces, so that putting an item in or taking one out moves only its piece.

/// Most items in a piece. Chosen here: with 100,000 messages, looking for a piece and moving its
/// items take about as long.
const PIECE: usize = 512;

#[derive(Debug, Clone)]
pub struct Rope<T> {
    pieces: Vec<Vec<T>>,
    length: usize,
}

impl<T> Rope<T> {
    pub fn of(items: impl Iterator<Item = T>) -> Self {
        let mut rope = Self {
            pieces: vec![Vec::new()],
            length: 0,
        };
        items.for_each(|item| rope.insert(rope.length, item));
        rope
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        let (piece, at) = self.place(index);
        self.pieces.get(piece)?.get(at)
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let (piece, at) = self.place(index);
        self.pieces.get_mut(piece)?.get_mut(at)
    }

    /// Inserts `item` before the item at `index`, or at the end if `index` is out of range.
    pub fn insert(&mut self, index: usize, item: T) {
        let (piece, at) = self.place(index);
        let items = &mut self.pieces[piece];
        items.insert(at.min(items.len()), item);
        self.length += 1;
        if items.len() > PIECE {
            let rest = items.split_off(PIECE / 2);
            self.pieces.insert(piece + 1, rest);
        }
    }

    pub fn remove(&mut self, index: usize) {
        let (piece, at) = self.place(index);
        if at < self.pieces[piece].len() {
            self.pieces[piece].remove(at);
            self.length -= 1;
        }
    }

    /// Returns the piece with the item at `index`, and the item's place in it, or the end of the
    /// last piece.
    fn place(&self, index: usize) -> (usize, usize) {
        let (mut piece, mut at) = (0, index);
        while at >= self.pieces[piece].len() && piece + 1 < self.pieces.len() {
            at -= self.pieces[piece].len();
            piece += 1;
        }
        (piece, at)
    }
}

#[cfg(test)]
mod tests {
    use super::Rope;

    #[test]
    fn a_rope_is_a_list() {
        let mut rope = Rope::of(0..1300);
        let mut list: Vec<usize> = (0..1300).collect();
        let mut place = 7;
        for round in 0..3000 {
            place = (place * 31 + 11) % (list.len() + 1);
            if round % 3 == 0 && place < list.len() {
                list.remove(place);
                rope.remove(place);
            } else {
                list.insert(place, round);
                rope.insert(place, round);
            }
            assert_eq!(rope.get(place), list.get(place));
        }
        assert!(rope.iter().eq(list.iter()));
        assert_eq!(rope.len(), list.len());
        assert_eq!(rope.get(list.len()), None);
    }
}
