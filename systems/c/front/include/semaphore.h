#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
typedef struct { unsigned value; } sem_t;
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
#endif
