// Atomic operations, what each thread has, what is allocated, and an assertion of two lines.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
struct s { int a; int b; } *p;
__thread int mine;
_Atomic unsigned n;
void *f(void *a) {
  mine = __sync_add_and_fetch(&n, 1);
  p->a = mine;
  assert(p->a == mine || p->b ==
     0);
  unsigned e = 2; 
  if (__atomic_compare_exchange_n(&n, &e, 7, 0, 5, 5))
    p->b++;
  pthread_exit(0); }
int main(void) {
  pthread_t t, u;
  p = malloc(sizeof *p);
  p->a = p->b = 1;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  return 0;
}
