// Package port shows how an algorithm over thread-transition systems comes to run on Boolean programs. The program in
// plain searches a .tts file breadth first. In oneline it searches a Boolean program, by changing the line that opens
// the input; in explicit likewise, by converting states to program states and back around each image, in the form of
// Liu and Wahl, "IJIT", 2017, figure 4. plain-backward and oneline-backward are a search backward. Compare them:
//
//	diff examples/port/plain/main.go examples/port/oneline/main.go
//	diff examples/port/plain/main.go examples/port/explicit/main.go
package port
