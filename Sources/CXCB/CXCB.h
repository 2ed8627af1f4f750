#include <xcb/sync.h>
#include <xcb/xcb.h>
