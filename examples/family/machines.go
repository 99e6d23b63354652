// This file defines the list of finite state machines.

package family

import "fmt"

// A Machine is a model in the language of NuSMV with a size k. The text says above each
// property what its verdict is, such as
//
//	-- want: SAFE
//	-- want: UNSAFE length=16
//
// where the length is that of a shortest counterexample in steps, with the one that closes
// its loop if it has one.
type Machine struct {
	Name  string
	Doc   string
	Least int // the smallest size
	Model func(k int) string
}

// Machines returns the designs of Biere, Cimatti, Clarke and Zhu, "Symbolic Model Checking
// without BDDs" (TACAS 1999), section 6, each with a twin that has a defect.
func Machines() []Machine {
	return []Machine{
		{
			Name:  "multiplier",
			Doc:   "a sequential multiplier of k bits computes what an array of adders does; a property for each bit",
			Least: 3,
			Model: func(k int) string { return Multiplier(k, false) },
		},
		{
			Name:  "multiplier-broken",
			Doc:   "the same with a carry that is lost",
			Least: 3,
			Model: func(k int) string { return Multiplier(k, true) },
		},
		{
			Name:  "barrel",
			Doc:   "k registers rotate; two that are equal to registers which stay have neighbours that are",
			Least: 2,
			Model: func(k int) string { return Barrel(k, false) },
		},
		{
			Name:  "barrel-broken",
			Doc:   "the same where the last register keeps its value",
			Least: 2,
			Model: func(k int) string { return Barrel(k, true) },
		},
		{
			Name:  "dme",
			Doc:   "a ring of k cells of 18 gates each passes a token; users are served one at a time, and each in the end",
			Least: 2,
			Model: func(k int) string { return DME(k, Fair) },
		},
		{
			Name:  "dme-unfair",
			Doc:   "the same where an arbiter may prefer one side for ever",
			Least: 2,
			Model: func(k int) string { return DME(k, UnfairArbiter) },
		},
		{
			Name:  "dme-broken",
			Doc:   "the same where gates may be late for ever",
			Least: 2,
			Model: func(k int) string { return DME(k, UnfairGates) },
		},
	}
}

// MachineNamed returns the machine of that name.
func MachineNamed(name string) (m Machine, found bool) {
	for _, m := range Machines() {
		if m.Name == name {
			return m, true
		}
	}
	return Machine{}, false
}

// File returns the model of a size, with a comment that says what it is.
func (m Machine) File(k int) string {
	k = max(k, m.Least)
	return fmt.Sprintf("-- Machine %s, k = %d: %s.\n\n%s", m.Name, k, m.Doc, m.Model(k))
}

// property writes a property behind its verdict; length 0 is for one that holds.
func (p *program) property(kind, name string, length int, formula string) {
	if length == 0 {
		p.line("-- want: SAFE")
	} else {
		p.line("-- want: UNSAFE length=%d", length)
	}
	p.line("%s NAME %s := %s", kind, name, formula)
}
