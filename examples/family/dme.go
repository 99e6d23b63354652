// This file defines the ring of cells that exclude each other.

package family

import (
	"fmt"
	"strings"
)

// A Fairness says what a [DME] may assume.
type Fairness int

// What may be assumed.
const (
	Fair          Fairness = iota // gates answer in the end, and arbiters prefer who waited
	UnfairArbiter                 // gates answer in the end
	UnfairGates                   // nothing
)

// DME returns a ring of k cells, asynchronous circuits of 18 gates each, which share one
// token. A user asks its cell; the cell asks its right neighbour for the token if it has
// none, which asks its own one and so on. All requests and answers are handshakes of four
// phases. A gate that should change does so now or later: each at any time, if it is not
// late for ever.
//
// The properties are that no two users are served at the same time, and that the first one
// is served if it asks. The latter needs gates that are not late for ever, users that do not
// stay for ever, and arbiters that do not prefer the neighbour to the user again and again: the
// gates alone being fair, an arbiter's gate for the user may be late until
// the neighbour asks again, each time.
func DME(k int, fairness Fairness) string {
	k = max(k, 2)
	p := &program{}
	p.line("MODULE main")
	p.line("VAR")
	for i := range k {
		token := "FALSE"
		if i == k-1 {
			token = "TRUE"
		}
		p.line("  c%d : cell(c%d, c%d, %s);", i, (i+k-1)%k, (i+1)%k, token)
	}
	p.line("")
	var pairs []string
	for i := range k {
		for j := range i {
			pairs = append(pairs, fmt.Sprintf("!(c%d.served & c%d.served)", j, i))
		}
	}
	p.property("INVARSPEC", "exclusion", 0, strings.Join(pairs, " & "))
	length := 0
	switch fairness {
	case UnfairGates:
		length = 2
	case UnfairArbiter:
		length = 23
	}
	p.property("LTLSPEC", "liveness", length, "G (c0.user.request -> F c0.user.answer)")
	p.WriteString(dmeCell)
	if fairness == UnfairArbiter {
		p.WriteString(dmeAnyOrder)
	} else {
		p.WriteString(dmeTurns)
	}
	p.WriteString(dmeGate)
	if fairness != UnfairGates {
		p.WriteString(dmeGateFairness)
	}
	p.WriteString(dmeUser)
	return p.String()
}

const dmeCell = `
-- The gates are in the order in which they rise: the inputs, an arbiter of user and left
-- neighbour, the request to the right neighbour, and the answers. An answer stays until all
-- that led to it is low again, so handshakes do not overlap.
MODULE cell(left, right, token)
VAR
  user : person(user_out.out);
  user_in : gate(user.request, FALSE);
  left_in : gate(left.right_out.out, FALSE);
  first : boolean; -- if user and neighbour wait, the user goes first
  for_user : gate(user_in.out & !for_left.out & (for_user.out | !left_in.out | first), FALSE);
  for_left : gate(left_in.out & !for_user.out & (for_left.out | !user_in.out | !first), FALSE);
  ask_user : gate(for_user.out & !left_answer.out, FALSE);
  ask_left : gate(for_left.out & !user_answer.out, FALSE);
  ask : gate(ask_user.out | ask_left.out, FALSE);
  lacks : gate(!has.out & !left_answer.out, !token);
  right_ask : gate(ask.out & lacks.out, FALSE);
  right_out : gate(right_ask.out, FALSE);
  right_in : gate(right.left_out.out, FALSE);
  has : gate(right_in.out | has.out & !left_answer.out, token);
  serve_user : gate(ask.out & ask_user.out & has.out & !right_in.out, FALSE);
  serve_left : gate(ask.out & ask_left.out & has.out & !right_in.out, FALSE);
  user_answer : gate(serve_user.out | user_answer.out & ask.out, FALSE);
  left_answer : gate(serve_left.out | left_answer.out & (ask.out | has.out), FALSE);
  user_out : gate(user_answer.out, FALSE);
  left_out : gate(left_answer.out, FALSE);
DEFINE
  served := user.request & user.answer;
`

const dmeGate = `
-- A gate that computes f, with any delay.
MODULE gate(f, before)
VAR
  out : boolean;
ASSIGN
  init(out) := before;
  next(out) := {f, out};
`

// Who was served waits for the other.
const dmeTurns = `ASSIGN
  next(first) := case
    for_user.out : FALSE;
    for_left.out : TRUE;
    TRUE : first;
  esac;
`

// The arbiter decides anew after each grant.
const dmeAnyOrder = `ASSIGN
  next(first) := case
    for_user.out | for_left.out : {FALSE, TRUE};
    TRUE : first;
  esac;
`

const dmeGateFairness = `FAIRNESS
  out = f
`

const dmeUser = `
-- A user asks, is served, and leaves.
MODULE person(answer)
VAR
  request : boolean;
ASSIGN
  init(request) := FALSE;
  next(request) := request = answer ? {FALSE, TRUE} : request;
FAIRNESS
  !(request & answer)
`
