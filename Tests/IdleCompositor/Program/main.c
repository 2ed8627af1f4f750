// A Wayland compositor that has seats and says of them what a test tells it, line by line on its standard input:
//
//   seat, unseat        one more seat, and one less
//   idle, resume        the pause of every watch of the last seat begins, and ends
//   forget              it tells nobody any more
//
// usage: idle-compositor SOCKET PROTOCOL…    of ext, kde. It says "ready", and for each watch its protocol and its pause.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server.h>

#include "CIdleProtocols.h"

enum { seat_limit = 8 };

struct seat {
  struct wl_global *global;
  struct wl_list watches;
};

struct watch {
  struct wl_list link;
  struct wl_resource *resource;
};

static struct wl_display *display;
static struct seat *seats[seat_limit];
static int seat_count;
static struct wl_global *notifiers[2];
static int notifier_count;

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }

static void ignore(struct wl_client *client, struct wl_resource *resource) {}

static void watch_ended(struct wl_resource *resource) {
  struct watch *watch = wl_resource_get_user_data(resource);
  wl_list_remove(&watch->link);
  free(watch);
}

// Both protocols have the same events, in the same order; their requests of a watch are these, in this order.
static void (*const watch_requests[])(struct wl_client *, struct wl_resource *) = {destroy, ignore};

static void begin_watch(struct wl_client *client, const char *protocol, const struct wl_interface *interface,
                        uint32_t id, uint32_t pause, struct wl_resource *seat_resource) {
  struct seat *seat = wl_resource_get_user_data(seat_resource);
  struct watch *watch = calloc(1, sizeof *watch);
  watch->resource = wl_resource_create(client, interface, 1, id);
  wl_resource_set_implementation(watch->resource, watch_requests, watch, watch_ended);
  wl_list_insert(&seat->watches, &watch->link);
  printf("%s %u\n", protocol, pause);
}

static void ext_watch(struct wl_client *client, struct wl_resource *resource, uint32_t id, uint32_t pause,
                      struct wl_resource *seat) {
  begin_watch(client, "ext", &ext_idle_notification_v1_interface, id, pause, seat);
}

static void kde_watch(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *seat,
                      uint32_t pause) {
  begin_watch(client, "kde", &org_kde_kwin_idle_timeout_interface, id, pause, seat);
}

static const void *const ext_requests[] = {destroy, ext_watch};
static const void *const kde_requests[] = {kde_watch};

static void bind_ext(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  struct wl_resource *resource = wl_resource_create(client, &ext_idle_notifier_v1_interface, version, id);
  wl_resource_set_implementation(resource, ext_requests, NULL, NULL);
}

static void bind_kde(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  struct wl_resource *resource = wl_resource_create(client, &org_kde_kwin_idle_interface, version, id);
  wl_resource_set_implementation(resource, kde_requests, NULL, NULL);
}

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  struct wl_resource *resource = wl_resource_create(client, &wl_seat_interface, version, id);
  wl_resource_set_implementation(resource, NULL, data, NULL);
  wl_seat_send_capabilities(resource, WL_SEAT_CAPABILITY_KEYBOARD);
}

static void send(uint32_t event) {
  struct watch *watch;
  if (seat_count == 0) return;
  wl_list_for_each(watch, &seats[seat_count - 1]->watches, link) wl_resource_post_event(watch->resource, event);
}

static void obey(const char *line) {
  if (strcmp(line, "seat") == 0 && seat_count < seat_limit) {
    // It stays for whoever asks for it when it has just gone.
    struct seat *seat = seats[seat_count++] = calloc(1, sizeof *seat);
    wl_list_init(&seat->watches);
    seat->global = wl_global_create(display, &wl_seat_interface, 1, seat, bind_seat);
  } else if (strcmp(line, "unseat") == 0 && seat_count > 0) {
    wl_global_remove(seats[--seat_count]->global);
  } else if (strcmp(line, "idle") == 0) {
    send(0);
  } else if (strcmp(line, "resume") == 0) {
    send(1);
  } else if (strcmp(line, "forget") == 0) {
    while (notifier_count > 0) wl_global_remove(notifiers[--notifier_count]);
  }
}

static int read_lines(int descriptor, uint32_t mask, void *data) {
  static char text[256];
  static size_t used;
  ssize_t count = read(descriptor, text + used, sizeof text - used);
  if (count <= 0) {
    wl_display_terminate(display);
    return 0;
  }
  used += (size_t)count;
  for (char *end; (end = memchr(text, '\n', used)) != NULL;) {
    *end = 0;
    obey(text);
    used -= (size_t)(end + 1 - text);
    memmove(text, end + 1, used);
  }
  return 0;
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  display = wl_display_create();
  for (int number = 2; number < count && notifier_count < 2; number++)
    notifiers[notifier_count++] =
        strcmp(arguments[number], "ext") == 0
            ? wl_global_create(display, &ext_idle_notifier_v1_interface, 1, NULL, bind_ext)
            : wl_global_create(display, &org_kde_kwin_idle_interface, 1, NULL, bind_kde);
  obey("seat");
  if (count < 2 || wl_display_add_socket(display, arguments[1]) < 0) return 1;
  wl_event_loop_add_fd(wl_display_get_event_loop(display), STDIN_FILENO, WL_EVENT_READABLE, read_lines, NULL);
  puts("ready");
  wl_display_run(display);
  wl_display_destroy_clients(display);
  wl_display_destroy(display);
  return 0;
}
