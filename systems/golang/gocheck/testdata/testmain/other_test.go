package testmain_test

import "testing"

// TestOther is of another package than TestMain, which is not executed before it here: it stays open.
func TestOther(t *testing.T) {
	done := make(chan bool)
	go close(done)
	<-done
}
