module example.com/skeletons

go 1.26
