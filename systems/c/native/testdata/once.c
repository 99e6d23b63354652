// A function is called once, and a semaphore is taken that is free.
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int x;
sem_t s;
void init(void) { x++; }
void *f(void *a) { pthread_once(&o, init); sem_post(&s); sem_wait(&s); assert(x == 2); return 0; }
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  return 0;
}
