// Netlink sockets: struct sockaddr_nl and control messages, which Swift cannot import.
#ifndef CLINUX_NETLINK_H
#define CLINUX_NETLINK_H

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdint.h>
#include <sys/types.h>

/// The sender of a datagram, and whether all of it arrived.
struct clinux_sender {
  /// The netlink port of the sender: 0 is the kernel, or a socket of another family.
  uint32_t port;
  /// The sender's process (SCM_CREDENTIALS): 0 is the kernel, -1 says that the message carried none.
  pid_t process;
  /// Not 0 when the datagram was longer than the buffer.
  int truncated;
};

/// Binds a netlink socket to multicast groups (a mask, bit 0 is group 1). 0, or -1 and errno.
int clinux_netlink_bind(int descriptor, uint32_t groups);

/// Receives one datagram without waiting (recvmsg(2)). Returns its length, or -1 and errno.
ssize_t clinux_receive(int descriptor, void *buffer, size_t size, struct clinux_sender *sender);

#endif
