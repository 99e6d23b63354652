#ifndef _STRING_H
#define _STRING_H
#include <stddef.h>
#endif
