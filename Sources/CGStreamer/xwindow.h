// One plain X11 window: a title, keys by keyboard layout, mouse, resizing, closing, full screen. The window that
// ximagesink makes itself has no full screen.
//
// libX11 is loaded when a window is wanted, so the kit needs neither its headers to build nor the library to run
// without a window. The declarations here are a small part of its published interface, unchanged since X11R6.
//
// Not thread-safe: one window and its connection belong to one thread at a time.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <gst/video/videooverlay.h>
#include <stdlib.h>
#include <string.h>

// MARK: - libX11's interface

struct mpk_xlib_event_head {
    int type;
    unsigned long serial;
    int sent;
    void *display;
    unsigned long window;
};
struct mpk_xlib_input_event {
    struct mpk_xlib_event_head head;
    unsigned long root, child, time;
    int x, y, root_x, root_y;
    unsigned int state;
    /// Key code or button.
    unsigned int detail;
    int same_screen;
};
struct mpk_xlib_configure_event {
    struct mpk_xlib_event_head head;
    unsigned long configured;
    int x, y, width, height, border;
    unsigned long above;
    int override_redirect;
};
struct mpk_xlib_message_event {
    struct mpk_xlib_event_head head;
    unsigned long type;
    int format;
    long data[5];
};
struct mpk_xlib_error {
    int type;
    void *display;
    unsigned long resource, serial;
    unsigned char code, request, minor_request;
};
typedef int (*mpk_xlib_error_handler)(void *display, struct mpk_xlib_error *error);
typedef int (*mpk_xlib_io_error_handler)(void *display);
typedef void (*mpk_xlib_io_exit_handler)(void *display, void *data);
typedef union {
    int type;
    struct mpk_xlib_event_head head;
    struct mpk_xlib_input_event input;
    struct mpk_xlib_configure_event configure;
    struct mpk_xlib_message_event message;
    long padding[24];
} mpk_xlib_event;

enum {
    mpk_x_key_press = 2, mpk_x_key_release = 3, mpk_x_button_press = 4, mpk_x_button_release = 5, mpk_x_motion = 6,
    mpk_x_focus_out = 10, mpk_x_expose = 12, mpk_x_destroy = 17, mpk_x_map = 19, mpk_x_configure = 22,
    mpk_x_client_message = 33
};

/// The functions of libX11 that are used.
struct mpk_xlib {
    void *(*open_display)(const char *name);
    int (*close_display)(void *display);
    int (*default_screen)(void *display);
    unsigned long (*root_window)(void *display, int screen);
    int (*display_width)(void *display, int screen);
    int (*display_height)(void *display, int screen);
    unsigned long (*create_window)(void *display, unsigned long parent, int x, int y, unsigned int width,
        unsigned int height, unsigned int border, unsigned long border_colour, unsigned long background);
    int (*destroy_window)(void *display, unsigned long window);
    int (*map_raised)(void *display, unsigned long window);
    int (*select_input)(void *display, unsigned long window, long mask);
    unsigned long (*intern_atom)(void *display, const char *name, int only_if_exists);
    int (*change_property)(void *display, unsigned long window, unsigned long property, unsigned long type, int format,
        int mode, const unsigned char *data, int count);
    int (*get_property)(void *display, unsigned long window, unsigned long property, long offset, long length,
        int remove, unsigned long wanted, unsigned long *type, int *format, unsigned long *count, unsigned long *rest,
        unsigned char **data);
    int (*set_protocols)(void *display, unsigned long window, unsigned long *protocols, int count);
    int (*store_name)(void *display, unsigned long window, const char *name);
    int (*pending)(void *display);
    int (*next_event)(void *display, mpk_xlib_event *event);
    int (*send_event)(void *display, unsigned long window, int propagate, long mask, mpk_xlib_event *event);
    int (*connection_number)(void *display);
    int (*lookup_string)(void *key_event, char *text, int size, unsigned long *symbol, void *status);
    char *(*symbol_name)(unsigned long symbol);
    int (*move_resize)(void *display, unsigned long window, int x, int y, unsigned int width, unsigned int height);
    int (*set_focus)(void *display, unsigned long window, int revert_to, unsigned long time);
    mpk_xlib_error_handler (*set_error_handler)(mpk_xlib_error_handler handler);
    mpk_xlib_io_error_handler (*set_io_error_handler)(mpk_xlib_io_error_handler handler);
    int (*unlock_display)(void *display);
    int (*flush)(void *display);
    int (*free)(void *data);
    /// NULL before libX11 1.7, where a display server that ends takes the process with it.
    void (*set_io_exit_handler)(void *display, mpk_xlib_io_exit_handler handler, void *data);
};

/// Fills the table. Returns the name of what is missing, or NULL when nothing is.
static inline const char *mpk_xlib_load(struct mpk_xlib *x) {
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libX11.so.6";
    const struct { const char *name; void *place; } all[] = {
        {"XOpenDisplay", &x->open_display}, {"XCloseDisplay", &x->close_display},
        {"XDefaultScreen", &x->default_screen}, {"XRootWindow", &x->root_window},
        {"XDisplayWidth", &x->display_width}, {"XDisplayHeight", &x->display_height},
        {"XCreateSimpleWindow", &x->create_window}, {"XDestroyWindow", &x->destroy_window},
        {"XMapRaised", &x->map_raised}, {"XSelectInput", &x->select_input}, {"XInternAtom", &x->intern_atom},
        {"XChangeProperty", &x->change_property}, {"XGetWindowProperty", &x->get_property},
        {"XSetWMProtocols", &x->set_protocols}, {"XStoreName", &x->store_name}, {"XPending", &x->pending},
        {"XNextEvent", &x->next_event}, {"XSendEvent", &x->send_event},
        {"XConnectionNumber", &x->connection_number}, {"XLookupString", &x->lookup_string},
        {"XKeysymToString", &x->symbol_name}, {"XMoveResizeWindow", &x->move_resize},
        {"XSetInputFocus", &x->set_focus}, {"XSetErrorHandler", &x->set_error_handler},
        {"XSetIOErrorHandler", &x->set_io_error_handler}, {"XUnlockDisplay", &x->unlock_display},
        {"XFlush", &x->flush}, {"XFree", &x->free},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        void *found = dlsym(library, all[index].name);
        if (!found) return all[index].name;
        memcpy(all[index].place, &found, sizeof found);
    }
    void *exit_handler = dlsym(library, "XSetIOErrorExitHandler");
    memcpy(&x->set_io_exit_handler, &exit_handler, sizeof exit_handler);
    // Never closed: other parts of the process, such as ximagesink, use the library too.
    return NULL;
}

// MARK: - Errors

/// A window of ours that is open, and the connections that draw into it.
struct mpk_x_watched {
    /// 0 where the slot is free.
    _Atomic unsigned long window;
    /// Our connection, and the sink's.
    void *_Atomic displays[2];
};

/// What the error handlers need to know; Xlib passes them no context.
struct mpk_x_errors {
    struct mpk_x_watched watched[32];
    /// The copies of the functions below that are installed; each separately compiled part of the program has its own.
    mpk_xlib_error_handler handler;
    mpk_xlib_io_error_handler io_handler;
    /// The handlers installed before ours.
    mpk_xlib_error_handler next;
    mpk_xlib_io_error_handler next_io;
    int (*unlock_display)(void *display);
    /// Guards the two below.
    pthread_mutex_t asking;
    /// A window number that does not exist, and the connection that got an error for it.
    _Atomic unsigned long absent;
    void *_Atomic asked;
};
static int mpk_x_handle_error(void *display, struct mpk_xlib_error *error);
static int mpk_x_handle_io_error(void *display);
/// One per process. Attached to a GStreamer object: a variable in a header would exist once in every part of the
/// program that Swift compiles separately.
static inline struct mpk_x_errors *mpk_x_errors_shared(void) {
    GObject *place = G_OBJECT(gst_registry_get());
    const char *name = "MultiPlayerKit.window-errors";
    struct mpk_x_errors *shared = (struct mpk_x_errors *)g_object_get_data(place, name);
    if (shared) return shared;
    shared = (struct mpk_x_errors *)calloc(1, sizeof *shared);
    pthread_mutex_init(&shared->asking, NULL);
    shared->handler = mpk_x_handle_error;
    shared->io_handler = mpk_x_handle_io_error;
    if (!g_object_replace_data(place, name, NULL, shared, NULL, NULL)) free(shared);
    return (struct mpk_x_errors *)g_object_get_data(place, name);
}

/// Ignores errors about our windows. Xlib would otherwise end the process when somebody destroys a window (xkill, an
/// impatient window manager) while the sink draws into it.
static int mpk_x_handle_error(void *display, struct mpk_xlib_error *error) {
    struct mpk_x_errors *shared = mpk_x_errors_shared();
    if (error->resource && error->resource == shared->absent) shared->asked = display;
    if (shared->asked == display) return 0;
    for (int index = 0; index < 32; index++) {
        if (error->resource && shared->watched[index].window == error->resource) return 0;
    }
    return shared->next ? shared->next(display, error) : 0;
}

/// Handles a broken connection: the display server has ended. Drawing to it goes on without effect.
static int mpk_x_handle_io_error(void *display) {
    struct mpk_x_errors *shared = mpk_x_errors_shared();
    for (int index = 0; index < 32; index++) {
        if (shared->watched[index].displays[0] == display || shared->watched[index].displays[1] == display) return 0;
    }
    return shared->next_io ? shared->next_io(display) : 0;
}
/// Replaces Xlib's own handler, which ends the process. Xlib has locked the connection for good by now; without the
/// unlock, closing it would hang.
static void mpk_x_survive(void *display, void *is_lost) {
    if (is_lost) *(_Atomic int *)is_lost = 1;
    mpk_x_errors_shared()->unlock_display(display);
}

/// Takes a slot among the watched windows; -1: none is free, and the window stays unprotected.
static inline int mpk_x_watch_errors(struct mpk_xlib *x, unsigned long window, void *display, _Atomic int *is_lost) {
    struct mpk_x_errors *shared = mpk_x_errors_shared();
    shared->unlock_display = x->unlock_display;
    mpk_xlib_error_handler before = x->set_error_handler(shared->handler);
    if (before != shared->handler) shared->next = before;
    mpk_xlib_io_error_handler before_io = x->set_io_error_handler(shared->io_handler);
    if (before_io != shared->io_handler) shared->next_io = before_io;
    for (int index = 0; index < 32; index++) {
        unsigned long expected = 0;
        if (!__c11_atomic_compare_exchange_strong(&shared->watched[index].window, &expected, window, __ATOMIC_SEQ_CST,
                __ATOMIC_SEQ_CST)) continue;
        shared->watched[index].displays[0] = display;
        if (x->set_io_exit_handler) x->set_io_exit_handler(display, mpk_x_survive, (void *)is_lost);
        return index;
    }
    return -1;
}
static inline void mpk_x_leave_errors(int index) {
    if (index < 0) return;
    struct mpk_x_watched *watched = &mpk_x_errors_shared()->watched[index];
    watched->displays[0] = watched->displays[1] = NULL;
    watched->window = 0;
}

// MARK: - The window

typedef struct {
    struct mpk_xlib x;
    void *display;
    unsigned long root, window;
    unsigned long delete_request, state, state_full_screen, manager_check;
    int screen_width, screen_height;
    /// Position and size: now, and before full screen.
    int place[4], restored[4];
    int is_full_screen;
    /// Set by the thread that notices.
    _Atomic int is_lost;
    /// Slot among the watched windows, or -1.
    int watched;
} mpk_x_window;

typedef enum {
    MPK_X_NOTHING, MPK_X_KEY_DOWN, MPK_X_KEY_UP, MPK_X_BUTTON_DOWN, MPK_X_BUTTON_UP, MPK_X_MOVED, MPK_X_RESIZED,
    MPK_X_EXPOSED, MPK_X_UNFOCUSED, MPK_X_CLOSED
} mpk_x_event_kind;

typedef struct {
    mpk_x_event_kind kind;
    /// Mouse position in window pixels, or the window's new size.
    int x, y, width, height;
    int button;
    /// The key's X name.
    char key[32];
} mpk_x_event;

/// Whether a window manager that understands full-screen requests is running.
static inline int mpk_x_has_manager(mpk_x_window *w) {
    unsigned long type = 0, count = 0, rest = 0;
    int format = 0;
    unsigned char *data = NULL;
    int status = w->x.get_property(w->display, w->root, w->manager_check, 0, 1, 0, 33 /* window */, &type, &format,
        &count, &rest, &data);
    if (data) w->x.free(data);
    return status == 0 && count == 1;
}

/// Opens a window with the aspect ratio of the requested size, at most as large as the screen, or nine tenths of it
/// where a window manager needs room. Owned; NULL on failure: `failure` then names what is missing, or is NULL if the
/// display cannot be opened.
static inline mpk_x_window *mpk_x_open(const char *title, int width, int height, const char **failure) {
    mpk_x_window *w = (mpk_x_window *)calloc(1, sizeof *w);
    const char *missing = mpk_xlib_load(&w->x);
    if (missing) {
        *failure = missing;
        free(w);
        return NULL;
    }
    w->display = w->x.open_display(NULL);
    if (!w->display) {
        *failure = NULL;
        free(w);
        return NULL;
    }
    int screen = w->x.default_screen(w->display);
    w->root = w->x.root_window(w->display, screen);
    w->screen_width = w->x.display_width(w->display, screen);
    w->screen_height = w->x.display_height(w->display, screen);
    w->manager_check = w->x.intern_atom(w->display, "_NET_SUPPORTING_WM_CHECK", 0);
    long most_width = w->screen_width, most_height = w->screen_height;
    if (mpk_x_has_manager(w)) most_width = most_width * 9 / 10, most_height = most_height * 9 / 10;
    if (width > most_width) height = (int)(height * most_width / width), width = (int)most_width;
    if (height > most_height) width = (int)(width * most_height / height), height = (int)most_height;
    w->place[0] = (w->screen_width - width) / 2;
    w->place[1] = (w->screen_height - height) / 2;
    w->place[2] = width > 1 ? width : 1;
    w->place[3] = height > 1 ? height : 1;
    w->window = w->x.create_window(w->display, w->root, w->place[0], w->place[1], (unsigned)w->place[2],
        (unsigned)w->place[3], 0, 0, 0);
    w->delete_request = w->x.intern_atom(w->display, "WM_DELETE_WINDOW", 0);
    w->state = w->x.intern_atom(w->display, "_NET_WM_STATE", 0);
    w->state_full_screen = w->x.intern_atom(w->display, "_NET_WM_STATE_FULLSCREEN", 0);
    w->watched = mpk_x_watch_errors(&w->x, w->window, w->display, &w->is_lost);
    w->x.set_protocols(w->display, w->window, &w->delete_request, 1);
    w->x.store_name(w->display, w->window, title);
    w->x.change_property(w->display, w->window, w->x.intern_atom(w->display, "_NET_WM_NAME", 0),
        w->x.intern_atom(w->display, "UTF8_STRING", 0), 8, 0 /* replace */, (const unsigned char *)title,
        (int)strlen(title));
    // Keys, buttons, motion, exposure, structure, focus.
    w->x.select_input(w->display, w->window, 1 | 2 | 4 | 8 | 64 | (1 << 15) | (1 << 17) | (1 << 21));
    w->x.map_raised(w->display, w->window);
    w->x.flush(w->display);
    return w;
}

/// Closes the window and its connection, and frees them.
static inline void mpk_x_close(mpk_x_window *w) {
    if (!w->is_lost) w->x.destroy_window(w->display, w->window);
    w->x.close_display(w->display);
    mpk_x_leave_errors(w->watched);
    free(w);
}

/// Whether the window's display server has ended; the window can then only be closed.
static inline int mpk_x_is_lost(mpk_x_window *w) { return w->is_lost; }
static inline int mpk_x_width(mpk_x_window *w) { return w->place[2]; }
static inline int mpk_x_height(mpk_x_window *w) { return w->place[3]; }
/// A file descriptor that is readable when events are waiting.
static inline int mpk_x_descriptor(mpk_x_window *w) { return w->x.connection_number(w->display); }

/// Asks the window manager to toggle full screen; without one, the window takes the whole screen by itself.
static inline void mpk_x_toggle_full_screen(mpk_x_window *w) {
    if (mpk_x_has_manager(w)) {
        mpk_xlib_event event;
        memset(&event, 0, sizeof event);
        event.message.head.type = mpk_x_client_message;
        event.message.head.window = w->window;
        event.message.type = w->state;
        event.message.format = 32;
        event.message.data[0] = 2;  // toggle: the user may have changed it through the manager
        event.message.data[1] = (long)w->state_full_screen;
        event.message.data[3] = 1;  // the request comes from an application
        w->x.send_event(w->display, w->root, 0, (1 << 19) | (1 << 20) /* as the specification demands */, &event);
    } else {
        const int whole[4] = {0, 0, w->screen_width, w->screen_height};
        w->is_full_screen = !w->is_full_screen;
        if (w->is_full_screen) memcpy(w->restored, w->place, sizeof w->place);
        const int *to = w->is_full_screen ? whole : w->restored;
        w->x.move_resize(w->display, w->window, to[0], to[1], (unsigned)to[2], (unsigned)to[3]);
    }
    w->x.flush(w->display);
}

static inline void mpk_x_read_key(mpk_x_window *w, mpk_xlib_event *from, mpk_x_event *event) {
    char text[16];
    unsigned long symbol = 0;
    // Apply the layout's modifiers, so that [ is [ on a keyboard that needs AltGr for it ...
    w->x.lookup_string(&from->input, text, sizeof text, &symbol, NULL);
    // ... but a letter stays the same letter with shift or caps lock.
    if (symbol >= 'A' && symbol <= 'Z') symbol += 'a' - 'A';
    const char *name = symbol ? w->x.symbol_name(symbol) : NULL;
    if (!name) return;
    strncpy(event->key, name, sizeof event->key - 1);
    event->kind = from->type == mpk_x_key_press ? MPK_X_KEY_DOWN : MPK_X_KEY_UP;
}

/// Takes the next pending event; 0 when there is none.
static inline int mpk_x_next(mpk_x_window *w, mpk_x_event *event) {
    if (!w->x.pending(w->display)) return 0;
    mpk_xlib_event from;
    w->x.next_event(w->display, &from);
    memset(event, 0, sizeof *event);
    if (from.head.window != w->window) return 1;
    switch (from.type) {
    case mpk_x_key_press:
    case mpk_x_key_release:
        mpk_x_read_key(w, &from, event);
        break;
    case mpk_x_button_press:
    case mpk_x_button_release:
        event->kind = from.type == mpk_x_button_press ? MPK_X_BUTTON_DOWN : MPK_X_BUTTON_UP;
        event->x = from.input.x;
        event->y = from.input.y;
        event->button = (int)from.input.detail;
        break;
    case mpk_x_motion:
        event->kind = MPK_X_MOVED;
        event->x = from.input.x;
        event->y = from.input.y;
        break;
    case mpk_x_configure:
        w->place[0] = from.configure.x;
        w->place[1] = from.configure.y;
        w->place[2] = event->width = from.configure.width;
        w->place[3] = event->height = from.configure.height;
        event->kind = MPK_X_RESIZED;
        break;
    case mpk_x_expose:
        event->kind = MPK_X_EXPOSED;
        break;
    case mpk_x_map:
        // A window manager assigns the keyboard focus; without one nobody would.
        if (!mpk_x_has_manager(w)) w->x.set_focus(w->display, w->window, 1 /* to the pointer */, 0);
        break;
    case mpk_x_focus_out:
        event->kind = MPK_X_UNFOCUSED;
        break;
    case mpk_x_destroy:
        event->kind = MPK_X_CLOSED;
        break;
    case mpk_x_client_message:
        if ((unsigned long)from.message.data[0] == w->delete_request) event->kind = MPK_X_CLOSED;
        break;
    default:
        break;
    }
    return 1;
}

// MARK: - The sink's side

/// Lets a video sink draw into our window. The sink must not read the window's events, or we would miss them.
///
/// The sink does not expose its display connection, through which the end of the display server would end the process.
/// So the sink is first given a window that does not exist: the error that follows names the connection.
static inline void mpk_overlay_use_window(GstElement *sink, mpk_x_window *w) {
    GstVideoOverlay *overlay = GST_VIDEO_OVERLAY(sink);
    struct mpk_x_errors *shared = mpk_x_errors_shared();
    gst_video_overlay_handle_events(overlay, FALSE);
    if (w->watched >= 0 && w->x.set_io_exit_handler) {
        pthread_mutex_lock(&shared->asking);
        // A number from our own range that has not been assigned, and never will be.
        shared->absent = w->window ^ 0xFF000;
        gst_video_overlay_set_window_handle(overlay, (guintptr)shared->absent);
        gst_video_overlay_set_window_handle(overlay, (guintptr)w->window);
        void *display = shared->asked;
        shared->absent = 0;
        shared->asked = NULL;
        pthread_mutex_unlock(&shared->asking);
        if (display) {
            shared->watched[w->watched].displays[1] = display;
            w->x.set_io_exit_handler(display, mpk_x_survive, NULL);
        }
    } else {
        gst_video_overlay_set_window_handle(overlay, (guintptr)w->window);
    }
    gst_video_overlay_handle_events(overlay, FALSE);
}
/// Makes a sink notice the window's size and redraw its picture.
static inline void mpk_overlay_expose(GstElement *sink) { gst_video_overlay_expose(GST_VIDEO_OVERLAY(sink)); }

/// Sets the picture size that a capsfilter lets through.
static inline void mpk_set_size_filter(GstElement *filter, int width, int height) {
    GstCaps *caps = gst_caps_new_simple("video/x-raw", "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
        "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, NULL);
    g_object_set(filter, "caps", caps, NULL);
    gst_caps_unref(caps);
}
/// Toggles a boolean property of an element.
static inline void mpk_toggle_bool(GstElement *element, const char *name) {
    gboolean value = FALSE;
    g_object_get(element, name, &value, NULL);
    g_object_set(element, name, !value, NULL);
}
