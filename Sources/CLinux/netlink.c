#define _GNU_SOURCE
#include "CLinuxNetlink.h"

#include <string.h>
#include <sys/socket.h>

int clinux_netlink_bind(int descriptor, uint32_t groups) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
  return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

ssize_t clinux_receive(int descriptor, void *buffer, size_t size, struct clinux_sender *sender) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct sockaddr_nl address = {0};
  struct iovec part = {.iov_base = buffer, .iov_len = size};
  struct msghdr message = {
      .msg_name = &address,
      .msg_namelen = sizeof address,
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = &control,
      .msg_controllen = sizeof control,
  };
  ssize_t length = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (length < 0) return -1;
  int is_netlink = message.msg_namelen >= sizeof address && address.nl_family == AF_NETLINK;
  sender->port = is_netlink ? address.nl_pid : 0;
  sender->process = -1;
  sender->truncated = (message.msg_flags & MSG_TRUNC) != 0;
  for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item; item = CMSG_NXTHDR(&message, item)) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_CREDENTIALS) continue;
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(item), sizeof credentials);
    sender->process = credentials.pid;
  }
  return length;
}
