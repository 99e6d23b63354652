// This file defines examples.

package contextbound_test

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound"
)

func ExampleCheckSwitches() {
	p, err := parser.Parse("example.bp", []byte(`
		decl stop;
		void init() begin stop := 0; end
		void thread1() begin assume(stop); ERROR: skip; end
		void thread2() begin stop := 1; assume(!stop); end
	`), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := contextbound.CheckSwitches(context.Background(), p, "ERROR", contextbound.SwitchOptions{Most: 8, Schedule: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "with", r.Switches, "context switch")
	for _, c := range r.Schedule.Contexts {
		fmt.Println(p.File.Threads[c.Thread].Name, c.Before, c.After)
	}
	// Output:
	// UNSAFE with 1 context switch
	// thread2 [false] [true]
	// thread1 [true] []
}
