// Values from outside decide, and functions of the competition are declared only.
#include <pthread.h>
int x;
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void *f(void *a) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k > 100);
  x = k; return 0; }
int main(void) {
  pthread_t t;
  unsigned char c = __VERIFIER_nondet_uchar();
  pthread_create(&t, 0, f, 0);
  if (x > 100 && x < c)
    reach_error();
  return 0;
}
