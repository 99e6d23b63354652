//go:build ignore

// An audit log: Close waits for the callers of Record before it closes the channel.
package goroutines

import (
	"sync"
	"testing"
)

type auditLog struct {
	entries chan string
	written []string
	ended   chan struct{}
}

func openLog() *auditLog {
	l := &auditLog{entries: make(chan string), ended: make(chan struct{})}
	go l.write()
	return l
}

func (l *auditLog) write() {
	defer close(l.ended)
	for e := range l.entries {
		l.written = append(l.written, e)
	}
}

func (l *auditLog) Record(e string) { l.entries <- e }

func (l *auditLog) Close() {
	close(l.entries)
	<-l.ended
}

func TestAuditLog(t *testing.T) {
	l := openLog()
	var users sync.WaitGroup
	for _, user := range []string{"heidi", "ivan"} {
		users.Add(1)
		go func() {
			defer users.Done()
			l.Record(user + " logged in")
		}()
	}
	users.Wait()
	l.Close()
	if len(l.written) > 2 {
		t.Error(l.written)
	}
}
