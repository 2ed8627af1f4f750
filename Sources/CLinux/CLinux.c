#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/socket.h>

int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}
