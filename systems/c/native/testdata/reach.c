// Two threads add without a lock; reach_error does nothing, and main waits for the threads.
#include <pthread.h>
int x;
void reach_error(void) {}
void *f(void *a) { x++; return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (x != 2)
    reach_error();
  return 0;
}
