// This file defines targets that ask for different threads at labels at once.

package systems

// misfitLabels says what is wrong with the labels for the program.
func (q *question) misfitLabels() error {
	for _, name := range q.together {
		pcs, found := q.Program.Labelled(name)
		if !found {
			return usage("--target %s: the program has no label %s", q.Options.Target, name)
		}
		for _, pc := range pcs {
			if q.Program.Nodes[pc].Section != nil {
				return usage("--target %s: label %s is inside of an atomic section, which is one step; --label %s asks whether a thread comes there", q.Options.Target, name, name)
			}
		}
	}
	return nil
}

// meetings returns the locations of the labels in the program that is run.
func (c *check) meetings() [][]int {
	var list [][]int
	for _, name := range c.together {
		pcs, _ := c.code.Labelled(name)
		list = append(list, pcs)
	}
	return list
}
