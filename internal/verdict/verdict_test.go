package verdict_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/ijit/ijit/internal/verdict"
)

func TestReasonOf(t *testing.T) {
	nodes, bytes := errors.New("nodes"), errors.New("bytes")
	for _, x := range []struct {
		err  error
		want verdict.Reason
	}{
		{nil, verdict.NoReason},
		{io.EOF, verdict.NoReason},
		{context.DeadlineExceeded, verdict.Timeout},
		{fmt.Errorf("bdd: %w", context.Canceled), verdict.Interrupted},
		{fmt.Errorf("limit 7: %w", bytes), verdict.Memory},
		{nodes, verdict.Memory},
		{errors.Join(nodes, context.DeadlineExceeded), verdict.Memory},
	} {
		if got := verdict.ReasonOf(x.err, nodes, bytes); got != x.want {
			t.Errorf("%v: %q, want %q", x.err, got, x.want)
		}
	}
}
