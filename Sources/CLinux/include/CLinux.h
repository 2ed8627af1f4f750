// What Linux has and Swift cannot import: macros, unions, structures behind _GNU_SOURCE, variadic calls.
// Only that: a function here does one system call and decides nothing.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/types.h>

#include "CLinuxNetlink.h"
#include "CLinuxPriority.h"

/// The credentials of the other end of a Unix socket (SO_PEERCRED). 0, or -1 and errno.
int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid);

#endif
