module testmain

go 1.26
