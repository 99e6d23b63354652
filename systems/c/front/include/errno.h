#ifndef _ERRNO_H
#define _ERRNO_H
#define EPERM 1
#define EINTR 4
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define ETIMEDOUT 110
int *__errno_location(void);
#define errno (*__errno_location())
#endif
