package engines_test

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestMain(m *testing.M) { campaign.Main(m) }
