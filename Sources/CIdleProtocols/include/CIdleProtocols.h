// The tables of the protocols by which Wayland's compositors say that nobody is there, made of their texts by
// protocols/generate.sh, and what Swift cannot say of them.
#pragma once

#include "ext-idle-notify-v1.h"
#include "kde-idle.h"

// libwayland keeps the address of the interface, and Swift hands over that of a copy.

static inline struct wl_seat *cidle_bind_seat(struct wl_registry *registry, uint32_t name) {
  return (struct wl_seat *)wl_registry_bind(registry, name, &wl_seat_interface, 1);
}

static inline struct ext_idle_notifier_v1 *cidle_bind_ext_notifier(struct wl_registry *registry, uint32_t name) {
  return (struct ext_idle_notifier_v1 *)wl_registry_bind(registry, name, &ext_idle_notifier_v1_interface, 1);
}

static inline struct org_kde_kwin_idle *cidle_bind_kde_notifier(struct wl_registry *registry, uint32_t name) {
  return (struct org_kde_kwin_idle *)wl_registry_bind(registry, name, &org_kde_kwin_idle_interface, 1);
}
