// This file defines the worked example of the package documentation.

package algorithms_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// Two threads enter a room (local state 1) that only one may be in: taking the lock
// (shared state 1) is one step too late.
func Example() {
	b := tts.NewBuilder(2, 2)
	b.AddMove(0, 0, 0, 1) // enter
	b.AddMove(0, 1, 1, 1) // lock
	b.AddMove(1, 1, 0, 0) // unlock and leave
	system, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	initial, _ := system.ParseInitial("0|0,0")
	target, _ := system.ParseTarget("1|1,1")
	result := algorithms.BFS(tts.Problem[uint32]{
		System:  system,
		Initial: slices.Values([]tts.Config[uint32]{initial}),
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{target}},
	}, algorithms.NewMeter(context.Background(), 0, nil), nil)
	fmt.Println(result.Verdict, "at depth", result.Findings[0].Depth)
	fmt.Println(result.Trace.Initial)
	for _, step := range result.Trace.Steps {
		fmt.Println(step.Edge, "to", step.To)
	}
	// Output:
	// UNSAFE at depth 3
	// 0|0,0
	// 0 0 -> 0 1 to 0|0,1
	// 0 0 -> 0 1 to 0|1,1
	// 0 1 -> 1 1 to 1|1,1
}
