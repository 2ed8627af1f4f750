// epoll(7), which Swift does not import. Dispatch watches only readable and writable; EPOLLPRI needs this.
#ifndef CLINUX_PRIORITY_H
#define CLINUX_PRIORITY_H

/// Creates an epoll instance, closed on exec (epoll_create1(2)). Returns its descriptor, or -1 and errno.
int clinux_priority_create(void);

/// Adds a descriptor whose exceptional conditions (EPOLLPRI) make the instance readable. 0, or -1 and errno.
int clinux_priority_add(int instance, int descriptor);

/// Looks for readiness without waiting (epoll_wait(2)). Returns 1 with the events of one descriptor in
/// `events`, 0, or -1 and errno.
int clinux_priority_poll(int instance, unsigned *events);

/// The events EPOLLERR and EPOLLHUP: nothing more will come from the descriptor.
unsigned clinux_priority_failure(void);

#endif
