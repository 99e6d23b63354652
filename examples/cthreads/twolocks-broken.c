// One of two locks is held to write, the other one to read. So a reader sees what is half written.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int value, copy;

void *writer(void *arg) {
	pthread_mutex_lock(&left);
	value = 1;
	copy = 1;
	value = 0;
	copy = 0;
	pthread_mutex_unlock(&left);
	return 0;
}

void *read_left(void *arg) {
	pthread_mutex_lock(&left);
	assert(value == copy);
	pthread_mutex_unlock(&left);
	return 0;
}

void *read_right(void *arg) {
	pthread_mutex_lock(&right);
	assert(value == copy);
	pthread_mutex_unlock(&right);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, writer, 0);
		pthread_create(&t, 0, read_left, 0);
		pthread_create(&t, 0, read_right, 0);
	}
}
