// This file defines certificates about the labels of C programs.

package systems

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/eca/boxes"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// certify makes the certificate of what an analysis has decided, if one was asked for, and
// checks what it says of labels that cannot be reached, if that was.
func (f *CProgram) certify(c *check, list []int, run *reactive.Result) error {
	if !c.Certify && !c.SelfCheck {
		return nil
	}
	doc := &proof.Document{
		Schema:   proof.Schema,
		Model:    proof.Model{Kind: proof.C, File: filepath.Base(c.Name), SHA256: c.Sum},
		Question: proof.Question{Asks: proof.Labels, Label: c.Label},
		Verdict:  proof.Safe,
		By:       proof.By{Tool: proof.Tool(), Algorithm: by(c.result.Properties)},
	}
	e := &doc.Evidence
	proofs := map[*reactive.Invariant]int{} // positions in e.Unreached
	var without []string
	for _, i := range list {
		a, name := &run.Labels[i], f.Labels[i].Name
		switch {
		case a.Verdict == Unsafe:
			doc.Verdict = proof.Unsafe
			e.Reached = append(e.Reached, proof.Reached{Label: name, Inputs: c.result.Properties[slices.Index(list, i)].Found.Inputs})
		case a.Verdict == Safe && a.Invariant == nil:
			without = append(without, name)
		case a.Verdict == Safe:
			k, found := proofs[a.Invariant]
			if !found {
				k = len(e.Unreached)
				proofs[a.Invariant] = k
				e.Unreached = append(e.Unreached, unreached(a.Invariant))
			}
			e.Unreached[k].Labels = append(e.Unreached[k].Labels, name)
		}
	}
	if len(e.Reached)+len(e.Unreached) == 0 {
		c.noCertificate("no label has a proof that can be written down")
		return nil
	}
	if c.Certify {
		c.result.Certificate = &Certificate{Document: doc}
		if len(without) > 0 {
			c.warn(fmt.Sprintf("the certificate says nothing of %d labels that cannot be reached (%s): their proofs cannot be written down", len(without), shortList(without)))
		}
	}
	if c.SelfCheck {
		if err := c.selfCheck(doc); err != nil {
			return err
		}
		if len(without) > 0 || len(e.Unreached) == 0 {
			c.result.Stats.Validated = false
		}
	}
	return nil
}

// shortList writes some names.
func shortList(names []string) string {
	if len(names) > 3 {
		names = append(slices.Clone(names[:3]), "...")
	}
	return strings.Join(names, ", ")
}

// unreached writes an invariant as certificates do.
func unreached(inv *reactive.Invariant) proof.Unreached {
	u := proof.Unreached{Variables: []string{}, Boxes: [][]string{}}
	for _, v := range inv.Vars {
		u.Variables = append(u.Variables, boxes.Name(v))
	}
	for _, box := range inv.Boxes {
		sets := []string{}
		for _, s := range box {
			var words []string
			for _, x := range s {
				word := fmt.Sprint(x.Lo)
				if x.Hi > x.Lo {
					word += fmt.Sprintf("..%d", x.Hi)
				}
				words = append(words, word)
			}
			sets = append(sets, strings.Join(words, " "))
		}
		u.Boxes = append(u.Boxes, sets)
	}
	return u
}
