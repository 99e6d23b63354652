module race

go 1.26
