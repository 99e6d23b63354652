//go:build ignore

// A notifier: Add counts all receivers, but those that are muted get no goroutine.
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
	wg.Add(len(n.receivers))
	for _, r := range n.receivers {
		if r.muted {
			continue
		}
		go func() {
			defer wg.Done()
			r.deliver(text)
		}()
	}
	wg.Wait() // want: deadlock
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
