// A farmer takes a wolf, a goat and a cabbage across a river, one at a time. Wolf and goat
// must not be left alone, nor goat and cabbage.

enum Bank { left, right };
class State { Bank farmer, wolf, goat, cabbage; };

bool Good(State s)
  (s.wolf = s.goat -> s.farmer = s.goat) & (s.goat = s.cabbage -> s.farmer = s.goat);

// The farmer crosses, alone or with one who was on the same bank.
bool Cross(State s, State t)
  (s.farmer != t.farmer & Good(t))
& ( (s.wolf = t.wolf & s.goat = t.goat) & (s.cabbage = t.cabbage | s.cabbage = s.farmer & t.cabbage = t.farmer)
  | (s.wolf = t.wolf & s.cabbage = t.cabbage) & s.goat = s.farmer & t.goat = t.farmer
  | (s.goat = t.goat & s.cabbage = t.cabbage) & s.wolf = s.farmer & t.wolf = t.farmer );

mu bool Reach(State s)
  (s.farmer = left & s.wolf = left & s.goat = left & s.cabbage = left)
| (exists State t. Reach(t) & Cross(t, s));

exists State s. Reach(s) & s.farmer = right & s.wolf = right & s.goat = right & s.cabbage = right;
#wit exists State s. Good(s) & !Reach(s);
