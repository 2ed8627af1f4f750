#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}

int clinux_stream_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

int64_t clinux_file_system_type(const char *path) {
  struct statfs about;
  return statfs(path, &about) == 0 ? (int64_t)(uint32_t)about.f_type : -1;
}

int clinux_accept(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_message_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

ssize_t clinux_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  if (descriptor < 0) {
    message.msg_control = NULL;
    message.msg_controllen = 0;
    return sendmsg(socket, &message, MSG_NOSIGNAL);
  }
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(int))};
  *descriptor = -1;
  ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (length < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return length;
}

int clinux_timer_create(clockid_t clock) { return timerfd_create(clock, TFD_NONBLOCK | TFD_CLOEXEC); }

int clinux_timer_arm(int descriptor, int64_t seconds, int64_t nanoseconds, int cancel_on_set) {
  struct itimerspec date = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  int flags = TFD_TIMER_ABSTIME | (cancel_on_set ? TFD_TIMER_CANCEL_ON_SET : 0);
  return timerfd_settime(descriptor, flags, &date, NULL);
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int clinux_pipe_capacity(int descriptor) { return fcntl(descriptor, F_GETPIPE_SZ); }

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_control(int epoll, char operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.data.u64 = token};
  if (events & clinux_epoll_read) event.events |= EPOLLIN;
  if (events & clinux_epoll_write) event.events |= EPOLLOUT;
  // Errors and hang-ups cannot be masked; edge-triggered they are reported once instead of for ever.
  if (events & clinux_epoll_silent) event.events |= EPOLLET;
  int code = operation == 'A' ? EPOLL_CTL_ADD : operation == 'M' ? EPOLL_CTL_MOD : EPOLL_CTL_DEL;
  return epoll_ctl(epoll, code, descriptor, &event);
}

int clinux_epoll_wait(int epoll, uint64_t *tokens, uint32_t *events, int limit) {
  struct epoll_event ready[64];
  int count = epoll_wait(epoll, ready, limit < 64 ? limit : 64, -1);
  for (int i = 0; i < count; i++) {
    tokens[i] = ready[i].data.u64;
    events[i] = (ready[i].events & EPOLLIN ? clinux_epoll_read : 0) |
                (ready[i].events & EPOLLOUT ? clinux_epoll_write : 0) |
                (ready[i].events & (EPOLLERR | EPOLLHUP) ? clinux_epoll_broken : 0);
  }
  return count;
}

static volatile sig_atomic_t signal_descriptors[_NSIG];

static void note_signal(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  // A full pipe holds enough signals already.
  ssize_t ignored = write(signal_descriptors[signal], &byte, 1);
  (void)ignored;
  errno = saved;
}

int clinux_signal_watch(int signal, int descriptor) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  // SIGCHLD is wanted for ended children only.
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  action.sa_handler = descriptor < 0 ? SIG_DFL : note_signal;
  if (signal <= 0 || signal >= _NSIG) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor >= 0) signal_descriptors[signal] = descriptor;
  return sigaction(signal, &action, NULL);
}

int clinux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_set_io_class(pid_t group, int io_class) {
  // ioprio_set(2) has no wrapper. The level is the middle one; the idle class has no levels.
  enum { who_group = 2, class_shift = 13, middle = 4, idle = 3 };
  return (int)syscall(SYS_ioprio_set, who_group, group, io_class << class_shift | (io_class == idle ? 0 : middle));
}

int clinux_pidfd_open(pid_t pid) { return pidfd_open(pid, 0); }

int clinux_pidfd_signal(int process, int signal) { return pidfd_send_signal(process, signal, NULL, 0); }

int clinux_pidfd_wait(int process, int options, int *code, int *status) {
  siginfo_t what;
  memset(&what, 0, sizeof what);
  if (waitid(P_PIDFD, (id_t)process, &what, options) < 0) return -1;
  *code = what.si_code;
  *status = what.si_status;
  return 0;
}

int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

const char *clinux_signal_abbreviation(int signal) { return sigabbrev_np(signal); }

int clinux_first_realtime_signal(void) { return SIGRTMIN; }
int clinux_last_realtime_signal(void) { return SIGRTMAX; }

static int release_text(struct dl_phdr_info *program, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < program->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[index];
    // Pages that the linker has written to (RELRO) are in a writable segment.
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    uintptr_t start = (program->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    uintptr_t end = (program->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
    // The kernel's own object (vdso(7)) refuses.
    int failed = madvise((void *)start, end - start, MADV_DONTNEED) < 0;
    if (failed && program->dlpi_name[0] == 0) return -1;
  }
  return 0;
}

int clinux_release_program_text(void) { return dl_iterate_phdr(release_text, NULL) < 0 ? -1 : 0; }

void clinux_join_freed_memory(void) { mallopt(M_MXFAST, 0); }

void clinux_release_heap(void) { malloc_trim(0); }
