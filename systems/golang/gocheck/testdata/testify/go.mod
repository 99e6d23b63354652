module checks

go 1.25

require github.com/stretchr/testify v1.0.0

replace github.com/stretchr/testify => ./stub
