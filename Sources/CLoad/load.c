#define _GNU_SOURCE
#include "CLoad.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { silence_milliseconds = 60000, smallest_read = 65536, digits = 8 };

struct cload_exchange {
  char *request;
  size_t length, operations;
  /// The places of the numbers in the request, in ascending order.
  size_t *places;
  size_t place_count;
  char *terminator, *success, *failure;
  size_t terminator_length, success_length;
};

/// One connection: bytes to send, bytes received, and when unanswered requests were sent (a ring).
struct lane {
  char *output;
  size_t output_start, output_end;
  char *input;
  size_t input_end, input_capacity, searched;
  int64_t *sent;
  size_t oldest, unanswered;
};

struct run {
  struct cload_exchange *exchange;
  const struct cload_span *span;
  int64_t *waits;
  struct cload_outcome *outcome;
  struct lane *lanes;
  struct pollfd *polled;
  size_t lane_count;
  int64_t began, begun_requests, number;
  size_t unanswered;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void write_number(char *place, int64_t number) {
  for (int digit = digits - 1; digit >= 0; digit--, number /= 10) {
    place[digit] = (char)('0' + number % 10);
  }
}

/// Gives the next request its numbers.
static void number_request(struct run *run) {
  const struct cload_exchange *exchange = run->exchange;
  size_t each = exchange->place_count / exchange->operations;
  for (size_t operation = 0; operation < exchange->operations; operation++) {
    for (size_t place = 0; place < each; place++) {
      write_number(exchange->request + exchange->places[operation * each + place], run->number);
    }
    run->number += run->span->number_step;
  }
}

/// Sends as many bytes as the socket takes.
static int flush(struct run *run, size_t index) {
  struct lane *lane = &run->lanes[index];
  while (lane->output_start < lane->output_end) {
    ssize_t count = send(run->polled[index].fd, lane->output + lane->output_start,
                         lane->output_end - lane->output_start, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) break;
    if (count < 0) return -1;
    lane->output_start += (size_t)count;
  }
  if (lane->output_start == lane->output_end) lane->output_start = lane->output_end = 0;
  run->polled[index].events = POLLIN | (lane->output_end ? POLLOUT : 0);
  return 0;
}

/// Sends as many requests as may be under way, until the time is over.
static int refill(struct run *run, size_t index) {
  struct lane *lane = &run->lanes[index];
  int64_t moment = now();
  size_t length = run->exchange->length;
  if (moment - run->began < run->span->nanoseconds) {
    // The buffer has room for `depth` requests, which include those that are partly sent.
    memmove(lane->output, lane->output + lane->output_start, lane->output_end - lane->output_start);
    lane->output_end -= lane->output_start;
    lane->output_start = 0;
    while (lane->unanswered < run->span->depth && run->begun_requests < run->span->requests) {
      number_request(run);
      memcpy(lane->output + lane->output_end, run->exchange->request, length);
      lane->output_end += length;
      lane->sent[(lane->oldest + lane->unanswered) % run->span->depth] = moment;
      lane->unanswered++;
      run->unanswered++;
      run->begun_requests++;
    }
  }
  return flush(run, index);
}

static int take_reply(struct run *run, struct lane *lane, const char *reply, size_t length) {
  const struct cload_exchange *exchange = run->exchange;
  int is_wanted = lane->unanswered > 0 && length >= exchange->success_length &&
                  memcmp(reply, exchange->success, exchange->success_length) == 0 &&
                  (!exchange->failure ||
                   !memmem(reply, length, exchange->failure, strlen(exchange->failure)));
  if (!is_wanted) {
    size_t shown = length < sizeof run->outcome->refusal ? length : sizeof run->outcome->refusal - 1;
    memcpy(run->outcome->refusal, reply, shown);
    errno = EBADMSG;
    return -1;
  }
  if (run->waits) run->waits[run->outcome->requests] = now() - lane->sent[lane->oldest];
  run->outcome->requests++;
  lane->oldest = (lane->oldest + 1) % run->span->depth;
  lane->unanswered--;
  run->unanswered--;
  return 0;
}

/// Takes the replies that have come whole.
static int take_replies(struct run *run, struct lane *lane) {
  size_t terminator = run->exchange->terminator_length, start = 0;
  while (1) {
    char *end = memmem(lane->input + lane->searched, lane->input_end - lane->searched,
                       run->exchange->terminator, terminator);
    if (!end) break;
    if (take_reply(run, lane, lane->input + start, (size_t)(end - lane->input) - start) < 0) return -1;
    start = lane->searched = (size_t)(end - lane->input) + terminator;
  }
  memmove(lane->input, lane->input + start, lane->input_end - start);
  lane->input_end -= start;
  // The terminator itself may come in pieces.
  lane->searched = lane->input_end < terminator ? 0 : lane->input_end - (terminator - 1);
  return 0;
}

static int receive(struct run *run, size_t index) {
  struct lane *lane = &run->lanes[index];
  if (lane->input_capacity - lane->input_end < smallest_read) {
    size_t capacity = lane->input_capacity * 2 + smallest_read;
    char *input = realloc(lane->input, capacity);
    if (!input) return -1;
    lane->input = input;
    lane->input_capacity = capacity;
  }
  ssize_t count =
      recv(run->polled[index].fd, lane->input + lane->input_end, lane->input_capacity - lane->input_end, 0);
  if (count < 0) return errno == EINTR || errno == EAGAIN ? 0 : -1;
  if (count == 0) {
    errno = ECONNRESET;
    return -1;
  }
  lane->input_end += (size_t)count;
  return take_replies(run, lane);
}

static int drive(struct run *run) {
  size_t count = run->lane_count;
  run->began = now();
  for (size_t index = 0; index < count; index++) {
    if (refill(run, index) < 0) return -1;
  }
  while (run->unanswered > 0) {
    int ready = poll(run->polled, count, silence_milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) errno = ETIMEDOUT;
    if (ready <= 0) return -1;
    for (size_t index = 0; index < count; index++) {
      short events = run->polled[index].revents;
      if ((events & ~POLLOUT) && receive(run, index) < 0) return -1;
      if (events && refill(run, index) < 0) return -1;
    }
  }
  run->outcome->nanoseconds = now() - run->began;
  return 0;
}

int cload_run(struct cload_exchange *exchange, const int *connections, size_t connection_count,
              const struct cload_span *span, int64_t *waits, struct cload_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  struct run run = {.exchange = exchange, .span = span, .waits = waits, .outcome = outcome};
  run.number = span->first_number;
  run.lane_count = connection_count;
  run.lanes = calloc(connection_count, sizeof *run.lanes);
  run.polled = calloc(connection_count, sizeof *run.polled);
  int answer = run.lanes && run.polled ? 0 : -1;
  for (size_t index = 0; answer == 0 && index < connection_count; index++) {
    run.polled[index].fd = connections[index];
    run.lanes[index].output = malloc(exchange->length * span->depth);
    run.lanes[index].sent = calloc(span->depth, sizeof(int64_t));
    if (!run.lanes[index].output || !run.lanes[index].sent) answer = -1;
  }
  if (answer == 0) answer = drive(&run);
  int code = errno;
  for (size_t index = 0; run.lanes && index < connection_count; index++) {
    free(run.lanes[index].output);
    free(run.lanes[index].input);
    free(run.lanes[index].sent);
  }
  free(run.lanes);
  free(run.polled);
  errno = code;
  return answer;
}

struct cload_exchange *cload_exchange_create(const uint8_t *request, size_t length, size_t operations,
                                             const char *terminator, const char *success,
                                             const char *failure) {
  static const char place[] = "########";
  struct cload_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  exchange->request = malloc(length);
  exchange->places = calloc(length / digits + 1, sizeof *exchange->places);
  exchange->terminator = strdup(terminator);
  exchange->success = strdup(success);
  exchange->failure = failure ? strdup(failure) : NULL;
  if (!exchange->request || !exchange->places || !exchange->terminator || !exchange->success ||
      (failure && !exchange->failure)) {
    cload_exchange_free(exchange);
    return NULL;
  }
  memcpy(exchange->request, request, length);
  exchange->length = length;
  exchange->operations = operations;
  exchange->terminator_length = *terminator ? strlen(terminator) : 1;
  exchange->success_length = strlen(success);
  char *end = exchange->request + length, *found = exchange->request;
  while ((found = memmem(found, (size_t)(end - found), place, digits))) {
    exchange->places[exchange->place_count++] = (size_t)(found - exchange->request);
    found += digits;
  }
  return exchange;
}

void cload_exchange_free(struct cload_exchange *exchange) {
  free(exchange->request);
  free(exchange->places);
  free(exchange->terminator);
  free(exchange->success);
  free(exchange->failure);
  free(exchange);
}

int cload_connect(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 &&
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0) {
    return descriptor;
  }
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

int cload_is_in_memory(const char *path) {
  struct statfs system;
  if (statfs(path, &system) < 0) return -1;
  return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
}
