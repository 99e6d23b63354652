//go:build ignore

// A notifier: Add counts each goroutine that is started.
package goroutines

import (
	"sync"
	"testing"
)

type receiver struct {
	name  string
	muted bool
	inbox []string
}

func (r *receiver) deliver(text string) { r.inbox = append(r.inbox, text) }

type notifier struct {
	receivers []*receiver
}

func (n *notifier) NotifyAll(text string) {
	var wg sync.WaitGroup
	for _, r := range n.receivers {
		if r.muted {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.deliver(text)
		}()
	}
	wg.Wait()
}

func TestNotifier(t *testing.T) {
	n := &notifier{receivers: []*receiver{
		{name: "dave"},
		{name: "erin", muted: true},
	}}
	n.NotifyAll("deploy at noon")
	for _, r := range n.receivers {
		if r.muted && len(r.inbox) > 0 {
			t.Errorf("%s is muted", r.name)
		}
	}
}
