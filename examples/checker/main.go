// This file defines what a certificate is, and which checks it takes.

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: checker MODEL CERTIFICATE")
		os.Exit(2)
	}
	model, err := os.ReadFile(os.Args[1])
	proof, err2 := os.ReadFile(os.Args[2])
	if err = cmp.Or(err, err2); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	claim, why := check(model, proof)
	if why != nil {
		fmt.Println(why.word, why.reason)
		os.Exit(why.code)
	}
	fmt.Println("VALID", claim)
}

// A refusal says why a certificate is not accepted. It is a panic until check returns it.
type refusal struct {
	word   string
	code   int
	reason string
}

// unchecked refuses a certificate as one that this checker does not check.
func unchecked(ok bool, what string) {
	if !ok {
		panic(&refusal{"NOT CHECKED", 2, what})
	}
}

// must refuses a certificate as wrong if something does not hold.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic(&refusal{"INVALID", 1, fmt.Sprintf(format, args...)})
	}
}

// number reads a number below a limit.
func number(word string, limit int) int {
	k, err := strconv.Atoi(word)
	must(err == nil && word[0] >= '0' && k < limit, "%q where a number below %d should be", word, limit)
	return k
}

type certificate struct {
	Schema, Verdict string
	Model           struct{ Kind, SHA256 string }
	Question        struct {
		Asks, Target, Property, Initial string
		Threads                         int
	}
	Evidence struct {
		Lists     []string
		Excluding []struct {
			Shared   []string
			Locals   int
			Together []int
			Excluded []string
		}
		Linear []struct {
			Shared, Locals map[string]int
			Most           int
		}
		Cover, States []struct {
			Shared  string
			Threads []string
		}
		Clauses [][]int
		Trace   *struct{ States []string }

		Flow, Summaries, Diagram, Irrelevant, Dead, Insensitive, Frames, Reached, Unreached any
	}
}

// check returns what a certificate proves of a model, or why it is refused.
func check(model, proof []byte) (claim string, why *refusal) {
	defer func() {
		if r := recover(); r != nil {
			why = r.(*refusal)
		}
	}()
	c := &certificate{}
	err := json.Unmarshal(proof, c)
	must(err == nil, "%v", err)
	if z, err := gzip.NewReader(bytes.NewReader(model)); err == nil {
		model, err = io.ReadAll(z)
		must(err == nil, "%v", err)
	}
	q, e, kinds := c.Question, c.Evidence, 0
	for _, has := range []bool{e.Excluding != nil, e.Cover != nil, e.States != nil, e.Clauses != nil, e.Trace != nil} {
		if has {
			kinds++
		}
	}
	others := []any{e.Flow, e.Summaries, e.Diagram, e.Irrelevant, e.Dead, e.Insensitive, e.Frames, e.Reached, e.Unreached}
	about := strings.Join([]string{c.Schema, c.Model.Kind, q.Asks}, " ")
	net, circuit := about == "ijit.certificate/6 tts target", about == "ijit.certificate/6 circuit property"
	unchecked(net || circuit, about)
	unchecked(!slices.ContainsFunc(others, func(x any) bool { return x != nil }), "evidence that only programs have")
	must(fmt.Sprintf("%x", sha256.Sum256(model)) == c.Model.SHA256, "it is about another model")
	must(kinds == 1 && circuit == (e.Clauses != nil) && (e.Excluding != nil || e.Linear == nil && e.Lists == nil) &&
		(e.Trace != nil && c.Verdict == "UNSAFE" || e.Trace == nil && c.Verdict == "SAFE") && q.Threads >= 0,
		"the evidence does not suit the question and the verdict")
	must(net && q.Property == "" || circuit && q.Target+q.Initial == "" && q.Threads == 0, "the question is not one of its model")
	if circuit {
		checkCircuit(model, q.Property, e.Clauses)
		return "SAFE property " + q.Property, nil
	}
	x := question{net: parseNet(string(model)), bound: q.Threads}
	fixed, rest, found := strings.Cut(q.Initial, "/")
	must(!strings.Contains(q.Initial, "*") && (rest != "" || !found), "no initial configuration: %s", q.Initial)
	if found && !strings.Contains(fixed, "|") {
		fixed += "|"
	}
	x.initial, x.target, x.any = x.configuration(fixed), x.configuration(q.Target), x.bag(rest)
	for local := range x.any {
		x.initial.threads = x.initial.threads.plus(local, -many) // any number is none, too
	}
	must(x.fits(x.initial.threads), "more threads begin than may live")
	if e.Trace != nil {
		x.checkTrace(e.Trace.States)
	} else if e.Excluding != nil {
		x.invariant(c).check()
	} else {
		x.checkSet(c)
	}
	claim = fmt.Sprintf("%s target %s from %s", c.Verdict, q.Target, q.Initial)
	if q.Threads > 0 {
		claim += fmt.Sprintf(", at most %d live threads", q.Threads)
	}
	return claim, nil
}
