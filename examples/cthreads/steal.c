// A worker takes tasks from the bottom of its queue, idle threads steal from the top. Each of them looks under the lock
// whether there is a task.
// want: SAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned top, bottom = 2;

void *owner(void *arg) {
	pthread_mutex_lock(&lock);
	while (top < bottom) {
		bottom--;
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

void *thief(void *arg) {
	pthread_mutex_lock(&lock);
	if (top < bottom)
		top++;
	else
		assert(top == bottom);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, owner, 0);
	while (1)
		pthread_create(&t, 0, thief, 0);
}
