// Command ijit checks Boolean programs, Go programs and other models; ijit help lists its commands.
package main

import "github.com/ijit/ijit/systems/command"

func main() { command.Main(command.Own{}) }
