#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <time.h>
typedef struct { unsigned value; } sem_t;
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_post(sem_t *);
#endif
