// Readers write; a spin lock is tried.
#include <pthread.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t s;
int x, y;
void *f(void *a) { pthread_rwlock_rdlock(&l); int old = x; x = old + 1; assert(x == old + 1); pthread_rwlock_unlock(&l); return 0; }
void *g(void *a) { pthread_rwlock_wrlock(&l); x = 0; pthread_rwlock_unlock(&l);
  if (pthread_spin_trylock(&s) == 0) { y++; pthread_spin_unlock(&s); } return 0; }
int main(void) {
  pthread_t t, u;
  pthread_spin_init(&s, 0);
  pthread_create(&t, 0, g, 0);
  while (1) pthread_create(&u, 0, f, 0);
  return 0;
}
