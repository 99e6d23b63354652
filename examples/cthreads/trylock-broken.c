// A thread tries to take a lock. It goes on even if another one has it.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Bool busy;

void *work(void *arg) {
	_Bool mine = pthread_mutex_trylock(&lock) == 0;
	assert(!busy);
	busy = 1;
	busy = 0;
	if (mine)
		pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, work, 0);
}
