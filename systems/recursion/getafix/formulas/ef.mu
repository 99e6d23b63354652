// Reachability in recursive Boolean programs by summaries of what can be reached:
// entry forward.
//
// As in the simple formula, Reachable relates each state s of a procedure to the
// states with which the procedure began (ECL, ECG). But a procedure begins only where
// the program does, or where a reachable state calls it. So the formula walks forward
// from the entry of main, and a state is in it exactly if the program can reach it.
//
// Calling and Leaving are those states of it from which procedures are called and left,
// which are few. They have names of their own so that what follows from a new state by
// calls and returns is found quickly: mostly nothing. Nothing returns from main, unless
// it is called: its states need not remember with what it began.
//
// After S. La Torre, P. Madhusudan, G. Parlato, "Analyzing recursive programs using a
// fixed-point calculus", PLDI 2009.

mu bool Reachable(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_ECL, s_CL < s_CG, s_CG ~+ s_ECG
  // the program begins
  ( Init(s_mod, s_pc, s_CL, s_CG) & Remember(s_mod, s_CL, s_CG, s_ECL, s_ECG) )
  // a step inside of a procedure
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      Reachable(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) )
  // a procedure begins, called by t
| ( ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG, Local t_ECL, Global t_ECG.
        Calling(t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG, s_mod, s_ECL, s_ECG) )
  & ( s_pc = 0 & s_CL = s_ECL & s_CG = s_ECG ) )
  // a call at t that returns: to the entry of u, by a summary to an exit of u, and back;
  // what the call leaves alone is the same for all exits, so that 0 will do
| ( exists Module u_mod, PrCount t_pc, Local u_ECL, Global u_ECG.
      ( exists Local t_CL, Global t_CG.
          Calling(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG, u_mod, u_ECL, u_ECG)
        & ( SkipCall(s_mod, t_pc, s_pc)
          & SetReturnTS(s_mod, u_mod, t_pc, 0, t_CL, s_CL, t_CG, s_CG) ) )
    & ( exists PrCount u_pc, Local u_CL, Global u_CG.
          Leaving(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG)
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) ) );

// The state t calls u, which begins with the values behind it.
mu bool Calling(Module t_mod, PrCount t_pc, Local t_CL, Global t_CG, Local t_ECL, Global t_ECG,
                Module u_mod, Local u_ECL, Global u_ECG)
  Reachable(t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG)
& ( programCall(t_mod, u_mod, t_pc, t_CL, u_ECL, t_CG) & CopyGlobals(u_mod, t_CG, u_ECG) );

// The state s leaves its procedure.
mu bool Leaving(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Exit(s_mod, s_pc) & Reachable(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

exists Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG.
  target(s_mod, s_pc) & Reachable(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);
