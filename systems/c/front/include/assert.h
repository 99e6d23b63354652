#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
void __VERIFIER_assert(int);
#define assert(e) __VERIFIER_assert((e) != 0)
#endif
