// Which states can be reached? A first try, which forgets who called.
//
// A state is (mod, pc, CL, CG): a procedure, a place in it, the values of its locals and
// of the globals. Whatever the program can reach is in Reach. But a procedure returns here
// to every call of it that has been reached, with the locals of any of them: more is in
// Reach than can happen. If the answer is false, the program is safe; if it is true, it
// may be.

mu bool Reach(Module s_mod, PrCount s_pc, Local s_CL, Global s_CG)
  s_mod < s_pc, s_pc < s_CL, s_CL < s_CG
  // the program begins
  Init(s_mod, s_pc, s_CL, s_CG)
  // a step inside of a procedure
| ( exists PrCount t_pc, Local t_CL, Global t_CG.
      Reach(s_mod, t_pc, t_CL, t_CG)
    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) )
  // a procedure begins, called by t
| ( s_pc = 0
  & ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG.
        Reach(t_mod, t_pc, t_CL, t_CG)
      & programCall(t_mod, s_mod, t_pc, t_CL, s_CL, t_CG)
      & CopyGlobals(s_mod, t_CG, s_CG) ) )
  // the procedure of u returns to t, which may have called it
| ( exists Module u_mod, PrCount t_pc, PrCount u_pc, Global t_CG.
      ( exists Local t_CL.
          ( Reach(s_mod, t_pc, t_CL, t_CG) & SkipCall(s_mod, t_pc, s_pc) )
        & SetReturnTS(s_mod, u_mod, t_pc, u_pc, t_CL, s_CL, t_CG, s_CG) )
    & ( exists Local u_CL, Global u_CG.
          ( Exit(u_mod, u_pc) & Reach(u_mod, u_pc, u_CL, u_CG) )
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) ) );

exists Module s_mod, PrCount s_pc, Local s_CL, Global s_CG.
  target(s_mod, s_pc) & Reach(s_mod, s_pc, s_CL, s_CG);
