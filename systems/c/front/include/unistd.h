#ifndef _UNISTD_H
#define _UNISTD_H
unsigned sleep(unsigned);
int usleep(unsigned);
#endif
