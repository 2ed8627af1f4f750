#define _GNU_SOURCE
#include "CLinuxPriority.h"

#include <sys/epoll.h>

int clinux_priority_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_priority_add(int instance, int descriptor) {
  struct epoll_event event = {.events = EPOLLPRI};
  return epoll_ctl(instance, EPOLL_CTL_ADD, descriptor, &event);
}

int clinux_priority_poll(int instance, unsigned *events) {
  struct epoll_event event = {0};
  int count = epoll_wait(instance, &event, 1, 0);
  *events = event.events;
  return count;
}

unsigned clinux_priority_failure(void) { return EPOLLERR | EPOLLHUP; }
