// Something is made once, but the test of whether it is made is outside of the lock.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Bool made;
int times;

void *use(void *arg) {
	if (!made) {
		pthread_mutex_lock(&lock);
		times++;
		made = 1;
		pthread_mutex_unlock(&lock);
	}
	assert(times == 1);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, use, 0);
}
