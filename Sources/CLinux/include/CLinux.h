// Calls of Linux that Swift cannot import: macros, unions, structures behind _GNU_SOURCE, variadic calls.
// Each function makes one system call and decides nothing. It returns -1 and errno on failure, unless its
// comment says otherwise.
#ifndef CLINUX_H
#define CLINUX_H

#include "CLinuxArguments.h"
#include "CLinuxNetlink.h"
#include "CLinuxPriority.h"

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/// The credentials of the other end of a Unix socket (SO_PEERCRED). 0, or -1 and errno.
int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid);

/// socket(2): a Unix stream socket, closed on exec. Swift takes SOCK_STREAM from whichever C module it loads
/// first.
int clinux_stream_socket(void);

/// The type of the file system at a path (statfs(2), linux/magic.h), or -1 and errno.
int64_t clinux_file_system_type(const char *path);

/// accept4(2), nonblocking and closed on exec.
int clinux_accept(int descriptor);

/// socketpair(2): two ends of a Unix socket that keeps messages apart, closed on exec.
int clinux_message_pair(int ends[2]);

/// sendmsg(2): one message with an open descriptor (SCM_RIGHTS), or with none for -1. Returns the bytes sent,
/// or -1 and errno.
ssize_t clinux_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);

/// recvmsg(2) without waiting: one message, at most `count` bytes of it, and at most one descriptor, closed
/// on exec; -1 where there is none. Returns the message's length, or -1 and errno.
ssize_t clinux_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor);

/// timerfd_create(2), nonblocking and closed on exec.
int clinux_timer_create(clockid_t clock);

/// timerfd_settime(2) to an absolute time, 0 and 0 disarms. With `cancel_on_set` a step of the clock makes
/// the next read fail with ECANCELED.
int clinux_timer_arm(int descriptor, int64_t seconds, int64_t nanoseconds, int cancel_on_set);

/// pipe2(2), closed on exec: `ends[0]` is for reading.
int clinux_pipe(int ends[2]);

/// memfd_create(2): a file without a name, closed on exec.
int clinux_memory_file(const char *name);

/// The bytes that a pipe can hold now (F_GETPIPE_SZ).
int clinux_pipe_capacity(int descriptor);

/// epoll_create1(2), closed on exec.
int clinux_epoll_create(void);

/// epoll_ctl(2). `operation` is 'A'dd, 'M'odify or 'D'elete; `events` is made of EPOLL bits of the
/// enumeration below.
int clinux_epoll_control(int epoll, char operation, int descriptor, uint32_t events, uint64_t token);

enum { clinux_epoll_read = 1, clinux_epoll_write = 2, clinux_epoll_broken = 4, clinux_epoll_silent = 8 };

/// epoll_wait(2). Fills at most `limit` pairs of a token and its readiness: reading, writing, or broken
/// (EPOLLERR, EPOLLHUP). Returns the number of pairs.
int clinux_epoll_wait(int epoll, uint64_t *tokens, uint32_t *events, int limit);

/// Has the signal write one byte, its number, into a nonblocking descriptor from now on; -1 gives it back to
/// the system. A handler has to be async-signal-safe (signal-safety(7)), which Swift code is not.
int clinux_signal_watch(int signal, int descriptor);

/// prctl(2) with PR_SET_CHILD_SUBREAPER: from now on orphaned descendants become children of this process.
int clinux_adopt_orphans(void);

/// Calls ioprio_set(2) for a process group.
int clinux_set_io_class(pid_t group, int io_class);

/// pidfd_open(2).
int clinux_pidfd_open(pid_t pid);

/// pidfd_send_signal(2).
int clinux_pidfd_signal(int process, int signal);

/// waitid(2) with P_PIDFD. Without WNOHANG it blocks; with WNOHANG `code` is 0 when there is no change.
int clinux_pidfd_wait(int process, int options, int *code, int *status);

/// posix_spawn_file_actions_addchdir_np(3). 0 or an error number.
int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path);

/// posix_spawn_file_actions_addclosefrom_np(3). 0 or an error number.
int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Calls madvise(2) with MADV_DONTNEED for the executable segments of the program and of its libraries
/// (dl_iterate_phdr(3)). 0, or -1 and errno.
int clinux_release_program_text(void);

/// mallopt(3) with M_MXFAST=0: freed memory is joined to free memory beside it at once.
void clinux_join_freed_memory(void);

/// malloc_trim(3): gives back the unused whole pages of the heap.
void clinux_release_heap(void);

/// sigabbrev_np(3): `TERM` for 15; NULL for numbers without a name.
const char *clinux_signal_abbreviation(int signal);

/// SIGRTMIN and SIGRTMAX: macros that call the C library.
int clinux_first_realtime_signal(void);
int clinux_last_realtime_signal(void);

#endif
