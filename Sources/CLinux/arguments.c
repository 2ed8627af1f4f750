#include "CLinuxArguments.h"

// Any header of the C library says which one it is.
#include <stdlib.h>

#ifndef __GLIBC__
#error "Only glibc gives the arguments to constructors. For another C library they have to come from main."
#endif

static int count;
static char **arguments;

// glibc calls the constructors of programs and of libraries as it calls main, with the kernel's arguments.
__attribute__((constructor)) static void keep_arguments(int argument_count, char **argument_list) {
  count = argument_count;
  arguments = argument_list;
}

int clinux_argument_count(void) { return count; }

const char *clinux_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
