// A client that costs as little as possible: one thread, poll(2), and no knowledge of any protocol. What is
// measured with it is the server.
#ifndef CLOAD_H
#define CLOAD_H

#include <stddef.h>
#include <stdint.h>

/// One request and how its reply is understood.
struct cload_exchange;

/// Describes an exchange. `request` is what is sent; where it says `########` it gets a number of eight
/// digits each time, the same one in all such places of one of the `operations` that it asks for.
/// `terminator` ends a reply; an empty one is a NUL byte. Every reply begins with `success`, and none
/// contains `failure` (NULL: it may contain anything). NULL without memory.
struct cload_exchange *cload_exchange_create(const uint8_t *request, size_t length, size_t operations,
                                             const char *terminator, const char *success,
                                             const char *failure);

void cload_exchange_free(struct cload_exchange *exchange);

/// How often it is done.
struct cload_span {
  /// How many requests are under way on each connection at a time.
  size_t depth;
  /// No request is sent any more when so much time has gone by, or when so many have been sent.
  int64_t nanoseconds;
  int64_t requests;
  /// The number of the first operation, and how much more each next one has.
  int64_t first_number;
  int64_t number_step;
};

/// What came of it.
struct cload_outcome {
  /// How many requests were answered as wanted.
  int64_t requests;
  /// From the first request until the last reply.
  int64_t nanoseconds;
  /// The beginning of the reply that was not wanted.
  char refusal[512];
};

/// Sends requests over connected, nonblocking stream sockets and takes all their replies. `waits` is NULL, or
/// has room for each request's way there and back, in nanoseconds. 0, or -1 and errno: EBADMSG for a reply
/// that was not wanted, ECONNRESET for a connection that ended, ETIMEDOUT when no reply came for a minute.
int cload_run(struct cload_exchange *exchange, const int *connections, size_t connection_count,
              const struct cload_span *span, int64_t *waits, struct cload_outcome *outcome);

/// A nonblocking stream socket that is connected to the Unix socket of that path, closed on exec. Its
/// descriptor, or -1 and errno.
int cload_connect(const char *path);

/// Whether what lies there is in memory only (tmpfs). 1, 0, or -1 and errno.
int cload_is_in_memory(const char *path);

#endif
