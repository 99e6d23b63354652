// Who does not find an entry gives back the lock for reading, and takes the one for writing to make it. In between another
// thread may have made it.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
_Bool found;
int entries;

void *look_up(void *arg) {
	pthread_rwlock_rdlock(&lock);
	_Bool here = found;
	pthread_rwlock_unlock(&lock);
	if (!here) {
		pthread_rwlock_wrlock(&lock);
		if (!here) {
			entries++;
			found = 1;
		}
		assert(entries == 1);
		pthread_rwlock_unlock(&lock);
	}
	return 0;
}

int main(void) {
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, look_up, 0);
	return 0;
}
