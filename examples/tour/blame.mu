// With which parameters and globals does a procedure lead to an error?
//
// Reachability asks forward what the program does. This formula asks backward, of each
// procedure by itself: Fails has the states from which the target can be reached before
// the procedure returns, in it or in what it calls. At place 0 these are the values with
// which it must not be called: the negation is the weakest precondition for its safety.
// A step backward over a call needs to know what the call does, forward: that is Summary,
// from all values with which a procedure might be called, whether the program does it or
// not.

mu bool Summary(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_EL, Global s_EG)
  s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_EL, s_CL < s_CG, s_CG ~+ s_EG
  ( enforce(s_mod, s_CL, s_CG) & s_pc = 0 & s_CL = s_EL & s_CG = s_EG )
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      Summary(s_mod, t_pc, t_CL, t_CG, s_EL, s_EG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) )
| ( exists Module u_mod, PrCount t_pc, Local t_CL, Global t_CG.
      Summary(s_mod, t_pc, t_CL, t_CG, s_EL, s_EG)
    & Over(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) );

// A call at t that returns to s.
bool Over(Module s_mod, PrCount t_pc, PrCount s_pc, Local t_CL, Local s_CL, Global t_CG, Global s_CG)
  exists Module u_mod, PrCount u_pc, Local u_EL, Global u_EG.
      ( programCall(s_mod, u_mod, t_pc, t_CL, u_EL, t_CG)
      & CopyGlobals(u_mod, t_CG, u_EG) & SkipCall(s_mod, t_pc, s_pc)
      & SetReturnTS(s_mod, u_mod, t_pc, u_pc, t_CL, s_CL, t_CG, s_CG) )
    & ( exists Local u_CL, Global u_CG.
          ( Exit(u_mod, u_pc) & Summary(u_mod, u_pc, u_CL, u_CG, u_EL, u_EG) )
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) );

mu bool Fails(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG)
  target(s_mod, s_pc)
  // after a step inside of the procedure, or a call that returns
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      ( programInt(s_mod, s_pc, t_pc, s_CL, t_CL, s_CG, t_CG)
      | Over(s_mod, s_pc, t_pc, s_CL, t_CL, s_CG, t_CG) )
    & Fails(s_mod, t_pc, t_CL, t_CG) )
  // inside of a call
| ( exists Module u_mod, Local u_EL, Global u_EG.
      programCall(s_mod, u_mod, s_pc, s_CL, u_EL, s_CG)
    & CopyGlobals(u_mod, s_CG, u_EG)
    & Fails(u_mod, 0, u_EL, u_EG) );

// The calls to be avoided.
bool Blame(Module s_mod, Local s_CL, Global s_CG)
  enforce(s_mod, s_CL, s_CG) & Fails(s_mod, 0, s_CL, s_CG);

#ons Blame;
// Is the program's beginning one of them?
exists Module s_mod, Local s_CL, Global s_CG. Init(s_mod, 0, s_CL, s_CG) & Blame(s_mod, s_CL, s_CG);
#wit exists Module s_mod, Local s_CL, Global s_CG. Blame(s_mod, s_CL, s_CG);
