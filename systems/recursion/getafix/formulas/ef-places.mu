// Reachability in recursive Boolean programs: entry forward, optimised as it was
// published. In ef-opt, states are relevant where these are places.
//
// Summary has two copies of the relation of the entry-forward formula: fr = 1 is what
// is known, fr = 0 what was known a round ago. Relevant are the places with a state
// that is new since then. A round first closes what is known at relevant places under
// internal steps (New1), as there are many of these and they are cheap; only then it
// looks at calls and returns (New2), where the caller or the exit is relevant. It
// starts from all states of relevant places, not only the new ones: the set of all
// often has the smaller diagram. Nothing returns from main, unless it is called: its
// states need not remember with what it began.
//
// Relevant is not monotone: it loses places as they are done. The formula means what
// its evaluation computes: Summary starts from false, and in each round New1, New2
// and Relevant are evaluated anew for what Summary is then.
//
// After S. La Torre, P. Madhusudan, G. Parlato, "Analyzing recursive programs using a
// fixed-point calculus", PLDI 2009.

bool Relevant(Module s_mod, PrCount s_pc)
  exists Local s_CL, Global s_CG, Local s_ECL, Global s_ECG.
    Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG)
  & !Summary(0, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

// Relevant places of calls, with the places behind them, and of exits: mostly none.
bool Calls(Module s_mod, PrCount t_pc, PrCount s_pc)
  Relevant(s_mod, t_pc) & SkipCall(s_mod, t_pc, s_pc);

bool Exits(Module s_mod, PrCount s_pc)
  Relevant(s_mod, s_pc) & Exit(s_mod, s_pc);

// The state t calls u, which begins with the values behind it; the state s leaves its
// procedure. These change rarely, so that what is built of them is mostly there.
bool Calling(Module t_mod, PrCount t_pc, Local t_CL, Global t_CG, Local t_ECL, Global t_ECG,
             Module u_mod, Local u_ECL, Global u_ECG)
  ( Summary(1, t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG)
  & programCall(t_mod, u_mod, t_pc, t_CL, u_ECL, t_CG) )
& CopyGlobals(u_mod, t_CG, u_ECG);

bool Leaving(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  Exit(s_mod, s_pc) & Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);

mu bool New1(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  ( Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) & Relevant(s_mod, s_pc) )
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      New1(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) );

bool New2(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  // a procedure begins, called by t
  ( ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG, Local t_ECL, Global t_ECG.
        ( exists PrCount r_pc. Calls(t_mod, t_pc, r_pc) )
      & Calling(t_mod, t_pc, t_CL, t_CG, t_ECL, t_ECG, s_mod, s_ECL, s_ECG) )
  & ( s_pc = 0 & s_CL = s_ECL & s_CG = s_ECG ) )
  // a call at t that returns: to the entry of u, by a summary to an exit of u, and back;
  // t is relevant, or that exit
| ( exists Module u_mod, PrCount t_pc, PrCount u_pc, Global t_CG, Local u_ECL, Global u_ECG.
      ( exists Local t_CL.
          ( Calls(s_mod, t_pc, s_pc)
          & Calling(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG, u_mod, u_ECL, u_ECG) )
        & SetReturnTS(s_mod, u_mod, t_pc, u_pc, t_CL, s_CL, t_CG, s_CG) )
    & ( exists Local u_CL, Global u_CG.
          Leaving(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG)
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) ) )
| ( exists Module u_mod, PrCount t_pc, PrCount u_pc, Global t_CG, Local u_ECL, Global u_ECG.
      ( exists Local u_CL, Global u_CG.
          ( Exits(u_mod, u_pc) & Leaving(u_mod, u_pc, u_CL, u_CG, u_ECL, u_ECG) )
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) )
    & ( exists Local t_CL.
          ( Calling(s_mod, t_pc, t_CL, t_CG, s_ECL, s_ECG, u_mod, u_ECL, u_ECG)
          & SkipCall(s_mod, t_pc, s_pc) )
        & SetReturnTS(s_mod, u_mod, t_pc, u_pc, t_CL, s_CL, t_CG, s_CG) ) );

mu bool Summary(bool fr, Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG)
  fr < s_mod, s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_ECL, s_CL < s_CG, s_CG ~+ s_ECG
  ( fr = 1 & Init(s_mod, s_pc, s_CL, s_CG) & Remember(s_mod, s_CL, s_CG, s_ECL, s_ECG) )
| Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG)
| ( fr = 1 & New1(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) )
| ( fr = 1 & New2(s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG) );

exists Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_ECL, Global s_ECG.
  target(s_mod, s_pc) & Summary(1, s_mod, s_pc, s_CL, s_CG, s_ECL, s_ECG);
