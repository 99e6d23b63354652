// This file defines the worked example of the package documentation.

package tts_test

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/tts"
)

func Example() {
	lock, err := tts.Read(strings.NewReader("2 2\n0 0 -> 1 1\n1 1 -> 0 0\n"), "lock.tts")
	if err != nil {
		fmt.Println(err)
		return
	}
	initial, _ := lock.ParseInitial("0|0,0")
	for step := range tts.Post(lock, initial) {
		fmt.Printf("%v leads by %v to %v\n", initial, step.Edge, step.To)
	}
	target, _ := lock.ParseTarget("1|1,1")
	for _, step := range tts.CoverPre(lock, target) {
		fmt.Printf("%v is covered by %v from %v\n", target, step.Edge, step.From)
	}
	// Output:
	// 0|0,0 leads by 0 0 -> 1 1 to 1|0,1
	// 1|1,1 is covered by 0 0 -> 1 1 from 0|0,1
}
