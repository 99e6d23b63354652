module silent

go 1.26
