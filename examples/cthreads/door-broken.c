// An elevator must not move while its door is open. The motor and the door look at each other, and then act, but not at
// once.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool open, moving;

void *motor(void *arg) {
	if (!open) {
		moving = 1;
		assert(!open);
	}
	return 0;
}

void *arrive(void *arg) {
	moving = 0;
	return 0;
}

void *door(void *arg) {
	if (!moving) {
		open = 1;
		assert(!moving);
	}
	return 0;
}

void *shut(void *arg) {
	open = 0;
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, motor, 0);
		pthread_create(&t, 0, arrive, 0);
		pthread_create(&t, 0, door, 0);
		pthread_create(&t, 0, shut, 0);
	}
}
