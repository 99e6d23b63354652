// Reachability in recursive Boolean programs by procedure summaries.
//
// A state is (mod, pc, CL, CG): a procedure, a place in it, the values of its locals
// and of the globals. Summary relates each state s of a procedure to the states with
// which the procedure may have begun (ECL, ECG): s can be reached from there without
// leaving the procedure, calls in between having returned. It holds for all states
// with which a procedure could begin, also for those with which it never does; which
// do is found out afterwards. So this is the simplest of the three formulas, and
// rarely the fastest.
//
// After S. La Torre, P. Madhusudan, G. Parlato, "Analyzing recursive programs using a
// fixed-point calculus", PLDI 2009.

mu bool Summary(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_ECL, s_CL < s_CG, s_CG ~+ s_ECG
  // a procedure begins
  ( enforce(s_mod, s_CL, s_CG) & s_pc = 0 & s_CL = s_ECL & s_CG = s_ECG )
  // a step inside of it
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      Summary(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) )
  // a call at t that returns: to the entry of u, by a summary to an exit of u, and back;
  // what the call leaves alone is the same for all exits, so that 0 will do
| ( exists Module u_mod, PrCount t_pc, Local u_ECL, Global u_ECG.
      ( exists Local t_CL, Global t_CG.
          Summary(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
        & ( ( programCall(s_mod, u_mod, t_pc, t_CL, u_ECL, t_CG) & CopyGlobals(u_mod, t_CG, u_ECG) )
          & ( SkipCall(s_mod, t_pc, s_pc)
            & SetReturnTS(s_mod, u_mod, t_pc, 0, t_CL, s_CL, t_CG, s_CG) ) ) )
    & ( exists PrCount u_pc, Local u_CL, Global u_CG.
          ( Exit(u_mod, u_pc) & Summary(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG) )
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) ) );

// With which values procedures do begin.
mu bool Entered(Module s_mod, Local s_ECL, Global s_ECG)
  Init(s_mod, 0, s_ECL, s_ECG)
| ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG.
      ( exists Local t_ECL, Global t_ECG.
          Entered(t_mod, t_ECL, t_ECG) & Summary(t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG) )
    & programCall(t_mod, s_mod, t_pc, t_CL, s_ECL, t_CG)
    & CopyGlobals(s_mod, t_CG, s_ECG) );

exists Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG.
  ( target(s_mod, s_pc) & Summary(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) )
  & Entered(s_mod, s_ECL, s_ECG);
