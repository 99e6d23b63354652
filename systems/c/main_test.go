// This file defines how the tests of this package run.

package c

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestMain(m *testing.M) { campaign.Main(m) }
