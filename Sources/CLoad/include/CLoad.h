// A client that costs as little as possible, so that the server is what is measured: one thread, poll(2), and
// no knowledge of any protocol.
#ifndef CLOAD_H
#define CLOAD_H

#include <stddef.h>
#include <stdint.h>

/// One request and the form of its reply.
struct cload_exchange;

/// Describes an exchange. Each `########` in `request` is replaced by a number of eight digits, the same one
/// in all such places of one of the `operations` that it asks for. `terminator` ends a reply; an empty one is
/// a NUL byte. Every reply begins with `success`, and none contains `failure` (NULL: it may contain
/// anything). Returns NULL without memory.
struct cload_exchange *cload_exchange_create(const uint8_t *request, size_t length, size_t operations,
                                             const char *terminator, const char *success,
                                             const char *failure);

void cload_exchange_free(struct cload_exchange *exchange);

/// The amount and the pace of a run.
struct cload_span {
  /// The number of requests under way on each connection at a time.
  size_t depth;
  /// The time and the number of requests after which no request is sent any more.
  int64_t nanoseconds;
  int64_t requests;
  /// The number of the first operation, and the difference between successive ones.
  int64_t first_number;
  int64_t number_step;
};

/// The result of a run.
struct cload_outcome {
  /// The number of requests that were answered as wanted.
  int64_t requests;
  /// The time from the first request until the last reply.
  int64_t nanoseconds;
  /// The beginning of the reply that was not wanted.
  char refusal[512];
};

/// Sends requests over connected, nonblocking stream sockets and takes all their replies. `waits` is NULL, or
/// has room for the time of each request until its reply, in nanoseconds. Returns 0, or -1 and errno: EBADMSG
/// for an unwanted reply, ECONNRESET for a connection that ended, ETIMEDOUT when no reply came for a minute.
int cload_run(struct cload_exchange *exchange, const int *connections, size_t connection_count,
              const struct cload_span *span, int64_t *waits, struct cload_outcome *outcome);

/// Connects a nonblocking stream socket, closed on exec, to the Unix socket of that path. Returns its
/// descriptor, or -1 and errno.
int cload_connect(const char *path);

/// Whether the path is on a file system in memory only (tmpfs, ramfs): 1, 0, or -1 and errno.
int cload_is_in_memory(const char *path);

#endif
