// The same at the end of a function.
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  if (x == 1)
    goto ERROR;
  return 0;
ERROR: ;
  return 1;
}
