// This file defines how tests spend less time on collecting garbage, and on properties of random values.

package campaign

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// Main is the TestMain of packages whose tests allocate much. A test makes many small heaps, and
// with Go's default a fourth of its time goes into their collection. A heap may here become five
// times as large as what lives in it, and there is no collection before it has 80 MB: what is in
// reserve counts as living, but is never touched, and takes address space and no memory.
// Benchmarks keep the default, as does who sets GOGC.
//
// Properties that package rapid checks are campaigns, too: a sample of them has some 30 values, not 100.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run does what [Main] does and returns the exit code, for a TestMain that does more.
func Run(m *testing.M) int {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks != nil && os.Getenv(Variable) == "" && checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set("30"); err != nil {
			panic(err)
		}
	}
	var reserve []byte
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
		reserve = make([]byte, 16<<20)
	}
	code := m.Run()
	runtime.KeepAlive(reserve)
	return code
}
