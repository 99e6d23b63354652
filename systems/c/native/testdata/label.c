// A label is reached that must not be, and nothing is called there.
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  if (x == 1) {
ERROR:
    x = 2;
  }
  return 0;
}
