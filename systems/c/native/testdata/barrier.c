// Two threads meet at a barrier, behind an update that is lost.
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b;
int x;
void *f(void *a) { int y = x; x = y + 1; pthread_barrier_wait(&b); assert(x == 2); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  return 0;
}
