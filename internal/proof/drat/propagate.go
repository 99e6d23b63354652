// This file defines unit propagation.

package drat

// declare makes sure that the variable of a literal exists.
func (c *Checker) declare(l int32) error {
	v := int(max(l, -l))
	if v < len(c.reason) {
		return nil
	}
	const bytes = 2 + 2*24 + 4 + 4
	if err := c.room(int64(v-len(c.reason)+1) * bytes * 5 / 4); err != nil {
		return err
	}
	c.used += int64(v-len(c.reason)+1) * bytes * 5 / 4
	for len(c.reason) <= v {
		c.reason = append(c.reason, 0)
		c.value = append(c.value, 0, 0)
		c.watches = append(c.watches, nil, nil)
	}
	return nil
}

// room returns an error if there is no room for more bytes.
func (c *Checker) room(more int64) error {
	if c.memory > 0 && c.used+more > c.memory {
		return ErrMemory
	}
	return nil
}

// assign makes a literal true.
func (c *Checker) assign(l int32) {
	c.value[at(l)], c.value[at(-l)] = 1, -1
	c.trail = append(c.trail, l)
}

// undo takes back all assignments but the first.
func (c *Checker) undo(begin int) {
	for _, l := range c.trail[begin:] {
		c.value[at(l)], c.value[at(-l)] = 0, 0
	}
	c.trail = c.trail[:begin]
	c.head = min(c.head, begin)
}

// propagate assigns what follows by unit clauses, and notes the reasons if there is a list for
// them. It returns false if a clause is false.
func (c *Checker) propagate(reason []int32) (ok bool) {
	for c.head < len(c.trail) {
		no := -c.trail[c.head]
		c.head++
		list := c.watches[at(no)]
		kept := 0
	clauses:
		for i, n := range list {
			list[kept] = n
			kept++
			d := c.clauses[n]
			if d[0] == no && len(d) > 1 {
				d[0], d[1] = d[1], d[0]
			}
			if c.value[at(d[0])] > 0 {
				continue
			}
			for k := 2; k < len(d); k++ {
				if c.value[at(d[k])] >= 0 {
					d[1], d[k] = d[k], d[1]
					c.watches[at(d[1])] = append(c.watches[at(d[1])], n)
					kept--
					continue clauses
				}
			}
			if c.value[at(d[0])] < 0 {
				kept += copy(list[kept:], list[i+1:])
				c.watches[at(no)] = list[:kept]
				return false
			}
			c.assign(d[0])
			if reason != nil {
				reason[max(d[0], -d[0])] = n + 1
			}
		}
		c.watches[at(no)] = list[:kept]
	}
	return true
}
