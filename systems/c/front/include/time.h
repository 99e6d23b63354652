#ifndef _TIME_H
#define _TIME_H
#include <stddef.h>
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
struct timespec { time_t tv_sec; long tv_nsec; };
time_t time(time_t *);
clock_t clock(void);
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
#endif
