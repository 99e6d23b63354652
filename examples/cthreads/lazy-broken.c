// The first call makes a table, and has the later ones go to a faster function. But it does so before the table is there.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

static int make(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int (*get)(void) = make;
int table;

static int look(void) { return table; }

static int make(void) {
	pthread_mutex_lock(&lock);
	get = look;
	table = 1;
	pthread_mutex_unlock(&lock);
	return table;
}

void *use(void *arg) {
	assert(get() == 1);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, use, 0);
}
