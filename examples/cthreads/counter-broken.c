// Two threads for each round add to a counter, without a lock.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

int counter;

void *add(void *arg) {
	int before = counter;
	counter = before + 1;
	assert(counter == before + 1);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, add, 0);
}
