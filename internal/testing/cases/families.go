// This file defines families of Petri nets as the literature has them.

package cases

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// times writes k*place for each place.
func times(k int, places ...string) string {
	for i, p := range places {
		places[i] = fmt.Sprintf("%d*%s", k, p)
	}
	return strings.Join(places, " ")
}

// kanban is the production line of four cells of Ciardo and Tilgner (1996): each has
// n cards; n = 0 stands for any number.
func kanban(n int) *Petri {
	p := newPetri("kanban-%d", n)
	for i := 1; i <= 4; i++ {
		p.rules(`
			m%[1]d <-> b%[1]d
			m%[1]d -> o%[1]d`, i)
		if n == 0 {
			p.unbounded("k%d", i)
		} else {
			p.begin("%d*k%d", n, i)
		}
	}
	p.rules(`
		k1 -> m1
		o1 k2 k3 -> k1 m2 m3
		o2 o3 k4 -> k2 k3 m4
		o4 -> k4`)
	return p
}

// fms is the flexible manufacturing system of Ciardo and Trivedi (1993) with n
// pallets of each part; n = 0 stands for any number.
func fms(n int) *Petri {
	p := newPetri("fms-%d", n)
	p.rules(`
		P1 -> P1wM1
		P1wM1 M1 -> P1M1
		P1M1 -> P1d M1
		P1d -> P1s
		P1d -> P1wP2
		P1s -> P1
		P2 -> P2wM2
		P2wM2 M2 -> P2M2
		P2M2 -> P2d M2
		P2d -> P2s
		P2d -> P2wP1
		P2s -> P2
		P1wP2 P2wP1 -> P12
		P12 -> P12wM3
		P12wM3 M3 -> P12M3
		P12M3 -> P12s M3
		P12s -> P1 P2
		P3 M2 -> P3M2
		P3M2 -> P3s M2
		P3s -> P3`)
	p.begin("3*M1 1*M2 2*M3")
	if n == 0 {
		p.unbounded("P1 P2 P3")
	} else {
		p.begin("%s", times(n, "P1", "P2", "P3"))
	}
	return p
}

// Mesh is a grid of processors (Ajmone Marsan and others, 1995), each with k tasks,
// which a processor does itself or sends to one beside it; k = 0 stands for any
// number.
func Mesh(rows, columns, k int) *Petri {
	p := newPetri("mesh%dx%d-%d", rows, columns, k)
	at := func(r, c int) int { return r*columns + c }
	link := func(i, j int) {
		p.rules(`
			ready%[1]d -> request%[1]d_%[2]d
			request%[1]d_%[2]d free%[2]d -> serve%[1]d_%[2]d
			serve%[1]d_%[2]d -> free%[2]d active%[1]d`, i, j)
	}
	for r := range rows {
		for c := range columns {
			i := at(r, c)
			p.rules(`
				active%[1]d own%[1]d -> busy%[1]d
				busy%[1]d -> own%[1]d ready%[1]d
				ready%[1]d -> active%[1]d`, i)
			p.begin("free%[1]d own%[1]d", i)
			if k == 0 {
				p.unbounded("active%d", i)
			} else {
				p.begin("%d*active%d", k, i)
			}
			if c+1 < columns {
				link(i, at(r, c+1))
				link(at(r, c+1), i)
			}
			if r+1 < rows {
				link(i, at(r+1, c))
				link(at(r+1, c), i)
			}
		}
	}
	return p
}

// multipool has processes that take from several pools of n resources each.
func multipool(pools, n int) *Petri {
	p := newPetri("multipool%d-%d", pools, n)
	p.unbounded("idle")
	for i := range pools {
		p.begin("%d*pool%d", n, i)
		p.rules(`
			idle pool%[1]d -> one%[1]d
			one%[1]d pool%[2]d -> two%[1]d
			two%[1]d pool%[1]d -> three%[1]d
			three%[1]d -> pool%[1]d part%[1]d
			part%[1]d -> idle pool%[1]d pool%[2]d`, i, (i+1)%pools)
	}
	return p
}

// readWrite has readers that hold one of n permits, and writers that hold all.
func readWrite(n int) *Petri {
	p := newPetri("readwrite-%d", n)
	p.unbounded("idle")
	p.begin("%d*permit", n)
	p.rules(`
		idle permit -> read
		read -> idle permit
		idle -> want
		want %[1]d*permit -> write
		write -> idle %[1]d*permit`, n)
	return p
}

// philosophers dine.
func philosophers(n int) *Petri {
	p := newPetri("philosophers-%d", n)
	for i := range n {
		p.begin("think%[1]d fork%[1]d", i)
		p.rules(`
			think%[1]d fork%[1]d -> left%[1]d
			left%[1]d fork%[2]d -> eat%[1]d
			eat%[1]d -> think%[1]d fork%[1]d fork%[2]d`, i, (i+1)%n)
	}
	return p
}

// leader elects one of n processes in a ring, with identities as in Chang and Roberts
// (1979): what is greater is passed on, what is less is dropped.
func leader(n int) *Petri {
	p := newPetri("leader-%d", n)
	for i := range n {
		next := (i + 1) % n
		p.begin("start%d", i)
		p.rules("start%[1]d -> wait%[1]d m%[2]d_%[1]d", i, next)
		for id := range n {
			switch {
			case id > i:
				p.rules("wait%[1]d m%[1]d_%[3]d -> lost%[1]d m%[2]d_%[3]d", i, next, id)
			case id == i:
				p.rules("wait%[1]d m%[1]d_%[1]d -> leader%[1]d", i)
			default:
				p.rules("wait%[1]d m%[1]d_%[2]d -> wait%[1]d", i, id)
			}
			p.rules("lost%[1]d m%[1]d_%[3]d -> lost%[1]d m%[2]d_%[3]d", i, next, id)
		}
	}
	return p
}

// server has a central server with a queue for each of n classes of clients, any
// number of clients, and a bounded number of workers.
func server(classes, workers int) *Petri {
	p := newPetri("server%d-%d", classes, workers)
	p.begin("%d*worker %d*token", workers, workers)
	for i := range classes {
		p.unbounded("client%d", i)
		p.rules(`
			client%[1]d -> request%[1]d wait%[1]d
			request%[1]d worker -> parse%[1]d
			parse%[1]d token -> work%[1]d
			work%[1]d -> answer%[1]d token worker
			answer%[1]d wait%[1]d -> client%[1]d
			wait%[1]d -> timeout%[1]d
			timeout%[1]d answer%[1]d -> client%[1]d`, i)
	}
	return p
}

// messages has processes with random control that send each other messages without
// order, as handlers of a message-passing program do: places are the points of each
// process, and the messages. Each process has one token.
func messages(processes, points, kinds, transitions int, seed uint64) *Petri {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := newPetri("messages%dx%d,%d,%d/%d", processes, points, kinds, transitions, seed)
	kind := func() int { return rng.IntN(kinds) }
	for i := range processes {
		p.begin("c%d_0", i)
		for range transitions / processes {
			from, to := rng.IntN(points), rng.IntN(points)
			in, out := "", ""
			for range rng.IntN(2) + 1 {
				if rng.IntN(4) > 0 {
					in += fmt.Sprintf(" m%d", kind())
				}
			}
			for range rng.IntN(3) {
				out += fmt.Sprintf(" m%d", kind())
			}
			p.rules("c%d_%d%s -> c%d_%d%s", i, from, in, i, to, out)
		}
	}
	for range max(1, kinds/8) {
		p.begin("m%d", kind())
	}
	return p
}

// actors are Erlang processes of some classes, any number of each, spawned by each
// other; a mailbox counts messages for each class.
func actors(classes, points, kinds int, seed uint64) *Petri {
	rng := rand.New(rand.NewPCG(seed, 6))
	p := newPetri("actors%dx%d,%d/%d", classes, points, kinds, seed)
	p.begin("c0_0")
	for i := range classes {
		for j := range points {
			for range 1 + rng.IntN(2) {
				k := (j + 1 + rng.IntN(3)) % points
				switch rng.IntN(5) {
				case 0, 1:
					p.rules("c%d_%d m%d_%d -> c%d_%d", i, j, i, rng.IntN(kinds), i, k)
				case 2, 3:
					p.rules("c%d_%d -> c%d_%d m%d_%d", i, j, i, k, rng.IntN(classes), rng.IntN(kinds))
				case 4:
					if i+1 < classes {
						p.rules("c%d_%d -> c%d_%d c%d_0", i, j, i, k, i+1+rng.IntN(classes-i-1))
					} else {
						p.rules("c%d_%d -> c%d_%d", i, j, i, k)
					}
				}
			}
		}
	}
	return p
}

// provenance has components that pass messages on, each message with a state of an
// automaton that reads through whose hands it went (Majumdar, Meyer and Wang, "Static
// provenance verification for message passing programs", SAS 2013). A component holds at
// most one message. So a rule of the program is one transition for each state, and
// nets are large and thin. An environment makes messages.
func provenance(components, points, channels, states, rules int, seed uint64) *Petri {
	rng := rand.New(rand.NewPCG(seed, 8))
	p := newPetri("provenance%dx%d,%dx%d,%d/%d", components, points, channels, states, rules, seed)
	// The automaton: a component takes a state to a later one or leaves it; the last
	// state is bad and entered by the last component only.
	next := make([][]int, components)
	for i := range next {
		next[i] = make([]int, states)
		for q := range states {
			next[i][q] = q
			if q < states-2 && rng.IntN(3) == 0 {
				next[i][q] = q + 1 + rng.IntN(states-2-q)
			}
		}
	}
	next[components-1][states-2] = states - 1
	for i := range components {
		p.begin("c%d_0", i)
		for range rules / components {
			// Receive at one point, send from the next.
			j := rng.IntN(points)
			k := rng.IntN(points)
			a, b := rng.IntN(channels), rng.IntN(channels)
			for q := range states {
				p.rules(`
					c%[1]d_%[2]d ch%[4]d_%[6]d -> c%[1]d_%[3]d ch%[5]d_%[7]d`, i, j, k, a, b, q, next[i][q])
				if rng.IntN(8) == 0 {
					p.rules(`
						c%[1]d_%[2]d ch%[4]d_%[6]d -> c%[1]d_%[3]d ch%[5]d_%[7]d ch%[4]d_%[6]d`, i, j, k, a, b, q, next[i][q])
				}
			}
		}
	}
	for k := range max(1, channels/8) {
		p.rules("env -> env ch%d_0", k)
	}
	p.begin("env")
	return p
}
