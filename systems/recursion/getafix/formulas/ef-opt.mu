// Reachability in recursive Boolean programs: entry forward, optimised.
//
// Summary has two copies of the relation of the entry-forward formula: fr = 1 is what
// is known, fr = 0 what of it is dealt with. What is known and not dealt with is
// relevant. A round first closes what is relevant under internal steps (New1), as there
// are many of these and they are cheap; only then it looks at calls and returns (New2),
// where the caller or the exit is in New1. With that, New1 is dealt with, and what calls
// and returns lead to is relevant in the next round. Nothing returns from main, unless it
// is called: its states need not remember with what it began.
//
// Relevant is not monotone: it loses states as they are dealt with. The formula means
// what its evaluation computes: Summary starts from false, and in each round New1, New2
// and Relevant are evaluated anew for what Summary is then.
//
// After S. La Torre, P. Madhusudan, G. Parlato, "Analyzing recursive programs using a
// fixed-point calculus", PLDI 2009. There, Relevant has the places of new states, and
// all states at these places are looked at again; and what New1 adds is dealt with a
// round later. Here each state is looked at once, in two rounds where there were three.

bool Relevant(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG)
& !Summary(0, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

mu bool New1(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Relevant(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG)
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      New1(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) );

// What is dealt with behind this round.
bool Done(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) | New1(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

// The states of it that leave their procedures.
bool Left(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Exit(s_mod, s_pc) & Done(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

// The state s of New1 leaves its procedure.
bool Leaves(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Exit(s_mod, s_pc) & New1(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

bool New2(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  // a procedure begins, called by t
  ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG, Local t_ECL, Global t_ECG.
      New1(t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG)
    & ( ( programCall(t_mod, s_mod, t_pc, t_CL, s_ECL, t_CG) & CopyGlobals(s_mod, t_CG, s_ECG) )
      & ( s_pc = 0 & s_CL = s_ECL & s_CG = s_ECG ) ) )
  // a call at t that returns: to the entry of u, by a summary to an exit of u, and back;
  // what the call leaves alone is the same for all exits, so that 0 will do
| ( exists Module u_mod, PrCount t_pc, PrCount u_pc, Local u_CL, Global u_CG, Local u_ECL, Global u_ECG.
      ( ( exists Local t_CL, Global t_CG.
            New1(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
          & ( ( programCall(s_mod, u_mod, t_pc, t_CL, u_ECL, t_CG) & CopyGlobals(u_mod, t_CG, u_ECG) )
            & ( SkipCall(s_mod, t_pc, s_pc)
              & SetReturnTS(s_mod, u_mod, t_pc, 0, t_CL, s_CL, t_CG, s_CG) ) ) )
      & Left(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG) )
    & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) )
  // the same, from the exit of u back to what may have called it
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      ( exists Module u_mod, Local u_ECL, Global u_ECG.
          ( exists PrCount u_pc, Local u_CL, Global u_CG.
              Leaves(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG)
            & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) )
        & ( ( programCall(s_mod, u_mod, t_pc, t_CL, u_ECL, t_CG) & CopyGlobals(u_mod, t_CG, u_ECG) )
          & ( SkipCall(s_mod, t_pc, s_pc)
            & SetReturnTS(s_mod, u_mod, t_pc, 0, t_CL, s_CL, t_CG, s_CG) ) ) )
    & Done(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG) );

mu bool Summary(bool fr, Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  fr < s_mod, s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_ECL, s_CL < s_CG, s_CG ~+ s_ECG
  ( fr = 1 & Init(s_mod, s_pc, s_CL, s_CG) & Remember(s_mod, s_CL, s_CG, s_ECL, s_ECG) )
| Done(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG)
| ( fr = 1 & New2(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) );

exists Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG.
  target(s_mod, s_pc) & Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);
