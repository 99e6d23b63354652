// As driver-broken.c, where the table is looked up under the lock.
// want: SAFE
#include <assert.h>
#include <pthread.h>

struct device;

struct operations {
	int (*write)(struct device *, int);
	int (*read)(struct device *);
};

struct device {
	pthread_mutex_t lock;
	const struct operations *ops;
	_Bool present;
	int stored;
};

static int write_present(struct device *d, int value) {
	assert(d->present);
	d->stored = value;
	return 0;
}

static int read_present(struct device *d) {
	assert(d->present);
	return d->stored;
}

static int write_absent(struct device *d, int value) { return -1; }
static int read_absent(struct device *d) { return -1; }

static const struct operations present = { .write = write_present, .read = read_present };
static const struct operations absent = { .write = write_absent, .read = read_absent };

struct device device = { PTHREAD_MUTEX_INITIALIZER, &present, 1, 0 };

void *request(void *arg) {
	pthread_mutex_lock(&device.lock);
	const struct operations *ops = device.ops;
	if (ops->read(&device) == 0)
		ops->write(&device, 1);
	pthread_mutex_unlock(&device.lock);
	return 0;
}

void *unplug(void *arg) {
	pthread_mutex_lock(&device.lock);
	device.present = 0;
	device.ops = &absent;
	pthread_mutex_unlock(&device.lock);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, unplug, 0);
	while (1)
		pthread_create(&t, 0, request, 0);
}
