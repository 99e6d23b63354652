// A thread that wakes up does not look again whether there is something.
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;
void *f(void *a) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); x--; pthread_mutex_unlock(&m); return 0; }
void *g(void *a) { pthread_mutex_lock(&m); if (!x) pthread_cond_wait(&c, &m); assert(x > 0); x--; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_mutex_lock(&m); x = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
  return 0;
}
