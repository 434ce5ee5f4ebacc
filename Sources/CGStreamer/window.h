// Windows by SDL on X11 and Wayland: opening, drawing, input, and the end of a display server.
//
// SDL's video belongs to one thread: everything here is called on it.
#pragma once

#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>
#include <glob.h>
#include <gst/video/video.h>
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/// A descriptor that is readable once a number was written to it, until it is read.
static inline int mpk_signal_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// MARK: - The end of an X server

// Xlib ends the process with its display server, unless each connection has a handler of its own. SDL opens two
// connections and names one, so the kit notes them as they are opened: Xlib calls a function for each new connection, to
// give it its lock. libX11 is SDL's; it is looked up by name because SDL may come without.

struct mpk_xlib {
    int (*init_threads)(void);
    int (**init_lock)(Display *display);
    void (**free_lock)(Display *display);
    XErrorHandler (*set_error_handler)(XErrorHandler handler);
    XIOErrorHandler (*set_io_error_handler)(XIOErrorHandler handler);
    /// NULL before libX11 1.7, where a display server that ends takes the process with it.
    void (*set_io_exit_handler)(Display *display, void (*handler)(Display *display, void *data), void *data);
    void (*unlock_display)(Display *display);
    int (*put_back_event)(Display *display, XEvent *event);
    int (*lookup_string)(XKeyEvent *event, char *text, int size, KeySym *symbol, void *status);
    char *(*symbol_name)(KeySym symbol);
    Atom (*intern_atom)(Display *display, const char *name, int only_if_exists);
    int (*get_property)(Display *display, Window window, Atom property, long offset, long length, int remove, Atom wanted,
        Atom *type, int *format, unsigned long *count, unsigned long *rest, unsigned char **data);
    int (*free)(void *data);
};

enum { mpk_most_displays = 4, mpk_least_side = 16 };

/// What Xlib's handlers need to know; Xlib passes them no context.
struct mpk_x_guard {
    struct mpk_xlib x;
    int is_loaded;
    /// The thread that SDL is used on.
    pthread_t thread;
    Display *displays[mpk_most_displays];
    int count;
    _Atomic int is_lost;
    /// Where to go on when the server ends during a call of SDL's that does not survive it.
    jmp_buf abandoned;
    /// Whether such a call is under way.
    int can_abandon;
    /// What was installed before.
    int (*next_init_lock)(Display *display);
    void (*next_free_lock)(Display *display);
    XErrorHandler next;
    XIOErrorHandler next_io;
};

/// One per process. Attached to a GStreamer object: a variable in a header would exist once in every part of the
/// program that Swift compiles separately.
static inline struct mpk_x_guard *mpk_x_guard_shared(void) {
    GObject *place = G_OBJECT(gst_registry_get());
    const char *name = "MultiPlayerKit.windows";
    struct mpk_x_guard *shared = (struct mpk_x_guard *)g_object_get_data(place, name);
    if (shared) return shared;
    shared = g_new0(struct mpk_x_guard, 1);
    if (!g_object_replace_data(place, name, NULL, shared, NULL, NULL)) g_free(shared);
    return (struct mpk_x_guard *)g_object_get_data(place, name);
}

/// Looks libX11's functions up, once; 0: one is missing.
static inline int mpk_xlib_load(struct mpk_x_guard *guard) {
    if (guard->is_loaded) return 1;
    // Never closed: SDL uses it too.
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    struct mpk_xlib *x = &guard->x;
    const struct { const char *name; void *place; int is_optional; } all[] = {
        {"XInitThreads", &x->init_threads, 0}, {"XSetErrorHandler", &x->set_error_handler, 0},
        {"XSetIOErrorHandler", &x->set_io_error_handler, 0}, {"XUnlockDisplay", &x->unlock_display, 0},
        {"XPutBackEvent", &x->put_back_event, 0}, {"XLookupString", &x->lookup_string, 0},
        {"XKeysymToString", &x->symbol_name, 0}, {"XInternAtom", &x->intern_atom, 0},
        {"XGetWindowProperty", &x->get_property, 0}, {"XFree", &x->free, 0},
        {"_XInitDisplayLock_fn", &x->init_lock, 1}, {"_XFreeDisplayLock_fn", &x->free_lock, 1},
        {"XSetIOErrorExitHandler", &x->set_io_exit_handler, 1},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        void *found = dlsym(library, all[index].name);
        if (!found && !all[index].is_optional) return 0;
        memcpy(all[index].place, &found, sizeof found);
    }
    x->init_threads();
    guard->is_loaded = 1;
    return 1;
}

static inline int mpk_x_is_ours(struct mpk_x_guard *guard, Display *display) {
    for (int index = 0; index < guard->count; index++) {
        if (guard->displays[index] == display) return 1;
    }
    return 0;
}

static void mpk_x_survive(Display *display, void *data);

/// Has the libraries of X's extensions ask what they need to know of a connection. If the server ends while they ask,
/// libXext and libXi keep dangling pointers, which XCloseDisplay would follow. SDL does not own the connection yet, so
/// nothing closes it.
static inline void mpk_x_acquaint(Display *display) {
    void *library = dlopen("libXi.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return;
    void *(*version)(Display *, const char *) = (void *(*)(Display *, const char *))dlsym(library, "XGetExtensionVersion");
    void *found = version ? version(display, "XInputExtension") : NULL;
    // 1: the library's word for "the server has none of it".
    if (found && found != (void *)1) mpk_x_guard_shared()->x.free(found);
    dlclose(library);
}

/// Xlib calls this for each new connection, before it asks the server for anything. The server may end from here on.
static int mpk_x_note_display(Display *display) {
    struct mpk_x_guard *guard = mpk_x_guard_shared();
    const int status = guard->next_init_lock ? guard->next_init_lock(display) : 0;
    if (!pthread_equal(guard->thread, pthread_self()) || guard->count == mpk_most_displays) return status;
    guard->displays[guard->count++] = display;
    if (guard->x.set_io_exit_handler) guard->x.set_io_exit_handler(display, mpk_x_survive, NULL);
    // The first connection is complete when SDL opens the second.
    if (guard->count == 2) mpk_x_acquaint(guard->displays[0]);
    return status;
}
static void mpk_x_forget_display(Display *display) {
    struct mpk_x_guard *guard = mpk_x_guard_shared();
    for (int index = 0; index < guard->count; index++) {
        if (guard->displays[index] == display) guard->displays[index] = guard->displays[--guard->count];
    }
    // SDL has given up by itself and closes what it has.
    guard->can_abandon = 0;
    if (guard->next_free_lock) guard->next_free_lock(display);
}

/// From here on notes the connections that this thread opens.
static inline void mpk_x_begin_noting(struct mpk_x_guard *guard) {
    guard->thread = pthread_self();
    guard->count = 0;
    guard->is_lost = 0;
    if (!guard->x.init_lock || !guard->x.free_lock) return;
    guard->next_init_lock = *guard->x.init_lock;
    guard->next_free_lock = *guard->x.free_lock;
    *guard->x.init_lock = mpk_x_note_display;
    *guard->x.free_lock = mpk_x_forget_display;
}
static inline void mpk_x_end_noting(struct mpk_x_guard *guard) {
    if (!guard->x.init_lock || !guard->x.free_lock) return;
    *guard->x.init_lock = guard->next_init_lock;
    *guard->x.free_lock = guard->next_free_lock;
}

/// Ignores errors about our windows. Xlib would otherwise end the process when somebody destroys one (xkill, an
/// impatient window manager) while it is drawn into.
static int mpk_x_handle_error(Display *display, XErrorEvent *error) {
    struct mpk_x_guard *guard = mpk_x_guard_shared();
    if (mpk_x_is_ours(guard, display)) return 0;
    return guard->next ? guard->next(display, error) : 0;
}
/// Handles a broken connection: the display server has ended. What SDL still asks of it has no effect.
static int mpk_x_handle_io_error(Display *display) {
    struct mpk_x_guard *guard = mpk_x_guard_shared();
    if (mpk_x_is_ours(guard, display)) return 0;
    return guard->next_io ? guard->next_io(display) : 0;
}

/// Replaces Xlib's own handler, which ends the process. Xlib has locked the connection for good by now; without the
/// unlock, closing it from elsewhere would hang.
static void mpk_x_survive(Display *display, void *data) {
    struct mpk_x_guard *guard = mpk_x_guard_shared();
    (void)data;
    guard->is_lost = 1;
    guard->x.unlock_display(display);
    if (guard->can_abandon) longjmp(guard->abandoned, 1);
}

/// Makes a call of SDL's that would end the process, or wait for ever, if the server ended meanwhile; 0: it did, and the
/// call was left in the middle.
#define mpk_x_try(guard, call)                                                         \
    (setjmp((guard)->abandoned) == 0                                                   \
            ? ((guard)->can_abandon = 1, (void)(call), (guard)->can_abandon = 0, 1)    \
            : ((guard)->can_abandon = 0, 0))

// MARK: - The display

/// SDL's connection to the display server.
typedef struct {
    /// The X connection; NULL on Wayland.
    Display *display;
    struct mpk_x_guard *guard;
    /// Readable when the display server has sent something; -1: there is none.
    int descriptor;
    int is_lost;
    /// Whether the process outlives this display server, and can connect again.
    int is_guarded;
    /// Whether there is a graphics processor.
    int has_gpu;
    /// What X calls the message that tells where something is dragged (XDND).
    Atom drag_position;
} mpk_video;

typedef struct {
    SDL_Window *window;
    /// NULL where the window is drawn as a surface.
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    Uint32 id;
    /// X's number of it; 0 on Wayland.
    Window number;
    int is_destroyed;
    /// Full screen without a window manager, and the place to go back to.
    int is_full_screen;
    SDL_Rect restored;
    /// The surface that was cleared last.
    SDL_Surface *cleared;
    int cleared_width, cleared_height;
} mpk_window;

static inline int mpk_video_has_gpu(void) {
    glob_t found;
    // A virtual machine's display has a card without a render node.
    const int has_node = glob("/dev/dri/renderD*", GLOB_NOSORT, NULL, &found) == 0;
    globfree(&found);
    return has_node || access("/dev/nvidiactl", F_OK) == 0;
}

/// Takes SDL's video for the kit; 0: the app uses it already.
static inline int mpk_video_is_free(void) { return !SDL_WasInit(SDL_INIT_VIDEO); }

/// Has SDL connect; 0: it cannot.
static inline int mpk_video_init(struct mpk_x_guard *guard) {
    int status = -1;
    if (!mpk_x_try(guard, status = SDL_InitSubSystem(SDL_INIT_VIDEO))) {
        // As SDL itself does where a part of its start fails.
        SDL_VideoQuit();
        SDL_QuitSubSystem(SDL_INIT_EVENTS);
        // Nobody owns a connection that Xlib was still opening: its memory is lost, its descriptor is not.
        while (guard->count) close(ConnectionNumber(guard->displays[--guard->count]));
        return 0;
    }
    if (status != 0) return 0;
    if (!guard->is_lost || guard->count == 0) return 1;
    // SDL has not noticed that the server ended meanwhile.
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return 0;
}

/// Connects to the display server that the environment names. Owned; NULL: see SDL_GetError.
static inline mpk_video *mpk_video_open(void) {
    // How the interrupt key and the screen saver act stays as the app has it.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0");
    // A click that brings the window to the front acts, and leaving full screen by another window keeps it.
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0");
    // For games: a desktop's effects would be switched off while a window is open.
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    // A surface is memory shared with the server. SDL would otherwise copy it through a software OpenGL.
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    // Not the bare screen, which is for kiosks that name it. The environment (SDL_VIDEODRIVER) goes first.
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,wayland");

    struct mpk_x_guard *guard = mpk_x_guard_shared();
    const int has_x = mpk_xlib_load(guard);
    if (has_x) {
        // Before SDL's, which puts back the one that it has found as it closes its connections: errors about windows that
        // somebody has destroyed may arrive as late as then.
        XErrorHandler before = guard->x.set_error_handler(mpk_x_handle_error);
        if (before != mpk_x_handle_error) guard->next = before;
        XIOErrorHandler before_io = guard->x.set_io_error_handler(mpk_x_handle_io_error);
        if (before_io != mpk_x_handle_io_error) guard->next_io = before_io;
        mpk_x_begin_noting(guard);
    }
    const int is_connected = mpk_video_init(guard);
    if (has_x) mpk_x_end_noting(guard);
    if (!is_connected) return NULL;

    mpk_video *video = g_new0(mpk_video, 1);
    video->guard = guard;
    video->descriptor = -1;
    video->has_gpu = mpk_video_has_gpu();
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!has_x || strcmp(driver, "x11") != 0) {
        // SDL survives the end of a compositor by itself.
        video->is_guarded = 1;
        return video;
    }
    if (guard->count) video->display = guard->displays[0];
    // Keys come from X's own events: they name what a key means by its layout and its modifiers, past any input method.
    SDL_StopTextInput();
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
    guard->x.set_error_handler(mpk_x_handle_error);
    video->is_guarded = guard->x.set_io_exit_handler && guard->count == 2;
    return video;
}

/// Closes the connection, which has no windows any more, and frees it.
static inline void mpk_video_close(mpk_video *video) {
    if (!video->is_lost || video->is_guarded) SDL_QuitSubSystem(SDL_INIT_VIDEO);
    video->guard->count = 0;
    g_free(video);
}

static inline int mpk_video_is_lost(mpk_video *video) {
    if (video->display && video->guard->is_lost) video->is_lost = 1;
    return video->is_lost;
}

/// Whether a window manager decides where windows are; a Wayland compositor always does.
static inline int mpk_video_has_manager(mpk_video *video) {
    if (!video->display) return strcmp(SDL_GetCurrentVideoDriver(), "wayland") == 0;
    struct mpk_xlib *x = &video->guard->x;
    Atom type = 0;
    unsigned long count = 0, rest = 0;
    int format = 0;
    unsigned char *data = NULL;
    const int status = x->get_property(video->display, DefaultRootWindow(video->display),
        x->intern_atom(video->display, "_NET_SUPPORTING_WM_CHECK", 0), 0, 1, 0, XA_WINDOW, &type, &format, &count, &rest,
        &data);
    if (data) x->free(data);
    return status == 0 && count == 1;
}

static inline int mpk_video_screens(void) { return SDL_GetNumVideoDisplays(); }
/// The part of a screen that windows may cover: left, top, width, height.
static inline void mpk_video_screen(int index, int bounds[4]) {
    SDL_Rect rect = {0, 0, 0, 0};
    if (SDL_GetDisplayUsableBounds(index, &rect) != 0) SDL_GetDisplayBounds(index, &rect);
    bounds[0] = rect.x, bounds[1] = rect.y, bounds[2] = rect.w, bounds[3] = rect.h;
}

// MARK: - A window

/// Whether OpenGL runs on the processor.
static inline int mpk_is_software_gl(SDL_Renderer *renderer) {
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || !(info.flags & SDL_RENDERER_ACCELERATED)) return 1;
    const unsigned char *(*get_string)(unsigned int) =
        (const unsigned char *(*)(unsigned int))SDL_GL_GetProcAddress("glGetString");
    const char *name = get_string ? (const char *)get_string(0x1F01 /* GL_RENDERER */) : NULL;
    if (!name) return 0;
    return strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "Software") || strstr(name, "SWR");
}

/// The memory that a window shows; NULL: there is none.
static inline SDL_Surface *mpk_window_surface(mpk_video *video, mpk_window *w) {
    SDL_Surface *surface = NULL;
    if (mpk_video_is_lost(video)) return NULL;
    // SDL 2.26 uses what the server says of the window even where it says nothing.
    return mpk_x_try(video->guard, surface = SDL_GetWindowSurface(w->window)) ? surface : NULL;
}

static inline void mpk_window_drop_renderer(mpk_window *w) {
    if (w->texture) SDL_DestroyTexture(w->texture);
    if (w->renderer) SDL_DestroyRenderer(w->renderer);
    w->texture = NULL;
    w->renderer = NULL;
}

/// Chooses how the window is drawn: by a graphics processor, in step with the display; without one as a surface, which
/// costs a third; and by a software OpenGL where there are no surfaces (Wayland).
static inline int mpk_window_choose_drawing(mpk_video *video, mpk_window *w, int width, int height) {
    const char *wish = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    const int wants_software = wish && strcmp(wish, "software") == 0;
    if (!wants_software && (wish || video->has_gpu)) {
        w->renderer = SDL_CreateRenderer(w->window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
        if (w->renderer && !wish && mpk_is_software_gl(w->renderer)) mpk_window_drop_renderer(w);
    }
    if (!w->renderer && !mpk_window_surface(video, w)) {
        if (mpk_video_is_lost(video)) return 0;
        w->renderer = SDL_CreateRenderer(w->window, -1, SDL_RENDERER_PRESENTVSYNC);
        if (!w->renderer) return 0;
    }
    if (w->renderer) {
        w->texture = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_IYUV, SDL_TEXTUREACCESS_STREAMING, width, height);
        SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_BT709);
        if (!w->texture) return 0;
    }
    return 1;
}

/// Reads the connection from a window, where SDL tells it.
static inline void mpk_video_learn(mpk_video *video, mpk_window *w) {
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(w->window, &info)) return;
    if (info.subsystem == SDL_SYSWM_X11) {
        video->display = info.info.x11.display;
        video->descriptor = ConnectionNumber(video->display);
        w->number = info.info.x11.window;
        if (!video->drag_position) video->drag_position = video->guard->x.intern_atom(video->display, "XdndPosition", 0);
    } else if (info.subsystem == SDL_SYSWM_WAYLAND) {
        void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_NOLOAD);
        int (*get_descriptor)(void *) = library ? (int (*)(void *))dlsym(library, "wl_display_get_fd") : NULL;
        if (get_descriptor) video->descriptor = get_descriptor(info.info.wl.display);
        if (library) dlclose(library);
    }
}

/// SDL waits until the server has hidden a window. A server that has ended, or that has no such window, never tells.
static inline void mpk_window_pretend_hidden(mpk_video *video, mpk_window *w) {
    if (!video->display || !w->number) return;
    XEvent event;
    memset(&event, 0, sizeof event);
    event.type = UnmapNotify;
    event.xany.display = video->display;
    event.xunmap.event = event.xunmap.window = w->number;
    video->guard->x.put_back_event(video->display, &event);
}

/// Closes a window and frees it.
static inline void mpk_window_close(mpk_video *video, mpk_window *w) {
    if (!mpk_video_is_lost(video) || video->is_guarded) {
        mpk_window_drop_renderer(w);
        // SDL_DestroyWindow hides the window again if this does not.
        const int is_there = !mpk_video_is_lost(video) && !w->is_destroyed;
        if (!is_there || !mpk_x_try(video->guard, SDL_HideWindow(w->window))) mpk_window_pretend_hidden(video, w);
        SDL_DestroyWindow(w->window);
    }
    g_free(w);
}

/// Opens a window. Owned; NULL: see SDL_GetError.
///
/// - `place`: left, top, width, height; `is_centred`: whether the display server chooses left and top.
/// - `width`, `height`: of the pictures that will be shown.
static inline mpk_window *mpk_window_open(
    mpk_video *video, const char *title, const int place[4], int is_centred, int width, int height) {
    mpk_window *w = g_new0(mpk_window, 1);
    const int centred = SDL_WINDOWPOS_CENTERED;
    // Hidden at first, until it is as it will stay.
    w->window = SDL_CreateWindow(title, is_centred ? centred : place[0], is_centred ? centred : place[1], place[2],
        place[3], SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!w->window) {
        g_free(w);
        return NULL;
    }
    // Needed to close it, too.
    mpk_video_learn(video, w);
    SDL_SetWindowMinimumSize(w->window, mpk_least_side, mpk_least_side);
    // A surface is made of a window that has its size.
    const int is_wayland = strcmp(SDL_GetCurrentVideoDriver(), "wayland") == 0;
    if (is_wayland) SDL_ShowWindow(w->window);
    if (!mpk_window_choose_drawing(video, w, width, height)) {
        mpk_window_close(video, w);
        return NULL;
    }
    w->id = SDL_GetWindowID(w->window);
    // A renderer may have put another window in its place.
    mpk_video_learn(video, w);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    // SDL waits until the server has shown it.
    if (!is_wayland && (mpk_video_is_lost(video) || !mpk_x_try(video->guard, SDL_ShowWindow(w->window)))) {
        mpk_window_close(video, w);
        return NULL;
    }
    return w;
}

/// Whether the window manager says that the window covers the screen, or the window does so without one.
static inline int mpk_window_is_full_screen(mpk_window *w) {
    return w->is_full_screen || (SDL_GetWindowFlags(w->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

/// Enters or leaves full screen; without a window manager the window takes the whole screen by itself.
static inline void mpk_window_toggle_full_screen(mpk_video *video, mpk_window *w) {
    if (!w->is_full_screen && mpk_video_has_manager(video)) {
        SDL_SetWindowFullscreen(w->window, mpk_window_is_full_screen(w) ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        return;
    }
    SDL_Rect to = w->restored;
    if (!w->is_full_screen) {
        SDL_GetWindowPosition(w->window, &w->restored.x, &w->restored.y);
        SDL_GetWindowSize(w->window, &w->restored.w, &w->restored.h);
        if (SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(w->window), &to) != 0) return;
    }
    w->is_full_screen = !w->is_full_screen;
    SDL_SetWindowPosition(w->window, to.x, to.y);
    SDL_SetWindowSize(w->window, to.w, to.h);
}

/// Where the window is when it does not cover the screen: left and top with its frame, as a window manager takes them, and
/// width and height without.
static inline void mpk_window_place(mpk_window *w, int place[4]) {
    int left = 0, top = 0;
    SDL_GetWindowPosition(w->window, &place[0], &place[1]);
    SDL_GetWindowSize(w->window, &place[2], &place[3]);
    if (SDL_GetWindowBordersSize(w->window, &top, &left, NULL, NULL) == 0) place[0] -= left, place[1] -= top;
    if (!w->is_full_screen) return;
    place[0] = w->restored.x, place[1] = w->restored.y, place[2] = w->restored.w, place[3] = w->restored.h;
}

/// Its size in pixels, and in the units in which the mouse's position is told.
static inline void mpk_window_size(mpk_window *w, int pixels[2], int units[2]) {
    SDL_GetWindowSize(w->window, &units[0], &units[1]);
    pixels[0] = units[0], pixels[1] = units[1];
    if (w->renderer) SDL_GetRendererOutputSize(w->renderer, &pixels[0], &pixels[1]);
}

static inline int mpk_window_has_renderer(mpk_window *w) { return w->renderer != NULL; }

/// Whether what is drawn now can be seen.
static inline int mpk_window_is_seen(mpk_window *w) {
    return !w->is_destroyed && !(SDL_GetWindowFlags(w->window) & (SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED));
}

/// Waits for the display's refresh with each picture, or not: of several windows on one thread only one may.
static inline void mpk_window_set_vertical_sync(mpk_window *w, int is_on) {
    if (w->renderer) SDL_RenderSetVSync(w->renderer, is_on);
}

/// Draws a mapped I420 picture by the renderer.
static inline void mpk_window_render(mpk_window *w, const GstVideoFrame *frame, int x, int y, int width, int height) {
    const SDL_Rect to = {x, y, width, height};
    SDL_UpdateYUVTexture(w->texture, NULL, GST_VIDEO_FRAME_PLANE_DATA(frame, 0), GST_VIDEO_FRAME_PLANE_STRIDE(frame, 0),
        GST_VIDEO_FRAME_PLANE_DATA(frame, 1), GST_VIDEO_FRAME_PLANE_STRIDE(frame, 1),
        GST_VIDEO_FRAME_PLANE_DATA(frame, 2), GST_VIDEO_FRAME_PLANE_STRIDE(frame, 2));
    SDL_SetRenderDrawColor(w->renderer, 0, 0, 0, 255);
    SDL_RenderClear(w->renderer);
    SDL_RenderCopy(w->renderer, w->texture, NULL, &to);
    SDL_RenderPresent(w->renderer);
}

/// The pixels of a window's surface.
typedef struct {
    guint8 *pixels;
    int pitch, width, height;
    /// Their layout; GST_VIDEO_FORMAT_UNKNOWN: one that GStreamer does not write.
    GstVideoFormat format;
    SDL_Surface *surface;
} mpk_window_pixels;

/// The surface to draw into, black where nothing has been drawn since its size changed; 0: there is none.
static inline int mpk_window_pixels_of(mpk_video *video, mpk_window *w, mpk_window_pixels *result) {
    SDL_Surface *surface = mpk_window_surface(video, w);
    if (!surface) return 0;
    if (surface != w->cleared || surface->w != w->cleared_width || surface->h != w->cleared_height) {
        SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 0, 0, 0));
        w->cleared = surface;
        w->cleared_width = surface->w, w->cleared_height = surface->h;
    }
    result->pixels = (guint8 *)surface->pixels;
    result->pitch = surface->pitch;
    result->width = surface->w;
    result->height = surface->h;
    result->surface = surface;
    switch (surface->format->format) {
    case SDL_PIXELFORMAT_RGB888:
    case SDL_PIXELFORMAT_ARGB8888: result->format = GST_VIDEO_FORMAT_BGRx; break;
    case SDL_PIXELFORMAT_BGR888:
    case SDL_PIXELFORMAT_ABGR8888: result->format = GST_VIDEO_FORMAT_RGBx; break;
    case SDL_PIXELFORMAT_RGB565: result->format = GST_VIDEO_FORMAT_RGB16; break;
    default: result->format = GST_VIDEO_FORMAT_UNKNOWN; break;
    }
    return 1;
}
/// Puts the surface on the screen.
static inline void mpk_window_present(mpk_window *w) { SDL_UpdateWindowSurface(w->window); }

/// Converts a mapped picture into a rectangle of that size of a screen's pixels.
static inline void mpk_convert_to_screen(
    GstVideoConverter *converter, const GstVideoFrame *source, const mpk_window_pixels *to, GstVideoFormat format, int x,
    int y) {
    const int width = GST_VIDEO_FRAME_WIDTH(source), height = GST_VIDEO_FRAME_HEIGHT(source);
    GstVideoFrame target;
    memset(&target, 0, sizeof target);
    gst_video_info_set_format(&target.info, format, (guint)width, (guint)height);
    guint8 *own = NULL;
    if (to->format == format) {
        GST_VIDEO_INFO_PLANE_STRIDE(&target.info, 0) = to->pitch;
        target.data[0] = to->pixels + y * to->pitch + x * GST_VIDEO_INFO_COMP_PSTRIDE(&target.info, 0);
    } else {
        target.data[0] = own = g_malloc(GST_VIDEO_INFO_SIZE(&target.info));
    }
    gst_video_converter_frame(converter, source, &target);
    if (!own) return;
    // Screens of other depths are rare: SDL turns the pixels into theirs.
    const SDL_Surface *surface = to->surface;
    SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_RGB888, own, GST_VIDEO_INFO_PLANE_STRIDE(&target.info, 0),
        surface->format->format, to->pixels + y * to->pitch + x * surface->format->BytesPerPixel, to->pitch);
    g_free(own);
}

// MARK: - What happens

typedef enum {
    MPK_WINDOW_NOTHING, MPK_WINDOW_KEY_DOWN, MPK_WINDOW_KEY_UP, MPK_WINDOW_BUTTON_DOWN, MPK_WINDOW_BUTTON_UP,
    MPK_WINDOW_WHEEL, MPK_WINDOW_MOVED, MPK_WINDOW_PLACED, MPK_WINDOW_EXPOSED, MPK_WINDOW_UNFOCUSED, MPK_WINDOW_CLOSED,
    MPK_WINDOW_DRAGGED, MPK_WINDOW_DROPPED, MPK_WINDOW_DROPS_END
} mpk_window_event_kind;

typedef struct {
    mpk_window_event_kind kind;
    /// SDL's number of the window, or X's; the other is 0.
    Uint32 id;
    Window number;
    /// The mouse's position, on the screen while something is dragged; or of the wheel its notches to the right and up.
    int x, y;
    /// X's number of the button.
    int button;
    /// The key's X name; empty where only what follows is known.
    char key[32];
    /// A number of the key, SDL's code where it has no name, and what it writes.
    SDL_Keycode code;
    char text[SDL_TEXTINPUTEVENT_TEXT_SIZE];
    /// A dropped file. Owned, free with SDL_free.
    char *path;
} mpk_window_event;

static inline void mpk_read_x_event(mpk_video *video, XEvent *from, mpk_window_event *event) {
    struct mpk_xlib *x = &video->guard->x;
    event->number = from->xany.window;
    if (from->type == DestroyNotify) {
        event->number = from->xdestroywindow.window;
        event->kind = MPK_WINDOW_CLOSED;
    }
    if (from->type == ClientMessage && from->xclient.message_type == video->drag_position) {
        event->kind = MPK_WINDOW_DRAGGED;
        event->x = (int)(from->xclient.data.l[2] >> 16 & 0xFFFF);
        event->y = (int)(from->xclient.data.l[2] & 0xFFFF);
    }
    if (from->type != KeyPress && from->type != KeyRelease) return;
    char text[16];
    KeySym symbol = 0;
    // Apply the layout's modifiers, so that [ is [ on a keyboard that needs AltGr for it ...
    x->lookup_string(&from->xkey, text, sizeof text, &symbol, NULL);
    // ... but a letter stays the same letter with shift or caps lock.
    if (symbol >= 'A' && symbol <= 'Z') symbol += 'a' - 'A';
    const char *name = symbol ? x->symbol_name(symbol) : NULL;
    if (!name) return;
    strncpy(event->key, name, sizeof event->key - 1);
    event->code = (SDL_Keycode)from->xkey.keycode;
    event->kind = from->type == KeyPress ? MPK_WINDOW_KEY_DOWN : MPK_WINDOW_KEY_UP;
}

static inline void mpk_read_key(SDL_KeyboardEvent *from, mpk_window_event *event) {
    event->kind = from->type == SDL_KEYDOWN ? MPK_WINDOW_KEY_DOWN : MPK_WINDOW_KEY_UP;
    event->id = from->windowID;
    event->code = from->keysym.sym;
    SDL_Event next;
    // What the key writes follows right behind it.
    if (from->type == SDL_KEYDOWN && SDL_PeepEvents(&next, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) == 1
        && next.type == SDL_TEXTINPUT) {
        memcpy(event->text, next.text.text, sizeof event->text);
        event->text[sizeof event->text - 1] = 0;
    }
}

static inline void mpk_read_window_event(SDL_WindowEvent *from, mpk_window_event *event) {
    event->id = from->windowID;
    switch (from->event) {
    case SDL_WINDOWEVENT_MOVED:
    case SDL_WINDOWEVENT_SIZE_CHANGED: event->kind = MPK_WINDOW_PLACED; break;
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED: event->kind = MPK_WINDOW_EXPOSED; break;
    case SDL_WINDOWEVENT_FOCUS_LOST: event->kind = MPK_WINDOW_UNFOCUSED; break;
    case SDL_WINDOWEVENT_CLOSE: event->kind = MPK_WINDOW_CLOSED; break;
    default: break;
    }
}

/// Takes the next event; 0 when there is none.
static inline int mpk_video_next(mpk_video *video, mpk_window_event *event) {
    SDL_Event from;
    memset(event, 0, sizeof *event);
    if (mpk_video_is_lost(video) || !SDL_PollEvent(&from) || mpk_video_is_lost(video)) return 0;
    switch (from.type) {
    case SDL_SYSWMEVENT:
        if (from.syswm.msg->subsystem == SDL_SYSWM_X11) mpk_read_x_event(video, &from.syswm.msg->msg.x11.event, event);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        if (!video->display) mpk_read_key(&from.key, event);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        event->kind = from.type == SDL_MOUSEBUTTONDOWN ? MPK_WINDOW_BUTTON_DOWN : MPK_WINDOW_BUTTON_UP;
        event->id = from.button.windowID;
        event->x = from.button.x;
        event->y = from.button.y;
        // X counts the wheel as four buttons before the side buttons.
        event->button = from.button.button > 3 ? from.button.button + 4 : from.button.button;
        break;
    case SDL_MOUSEMOTION:
        event->kind = MPK_WINDOW_MOVED;
        event->id = from.motion.windowID;
        event->x = from.motion.x;
        event->y = from.motion.y;
        break;
    case SDL_MOUSEWHEEL:
        event->kind = MPK_WINDOW_WHEEL;
        event->id = from.wheel.windowID;
        event->x = from.wheel.x;
        event->y = from.wheel.y;
        break;
    case SDL_WINDOWEVENT: mpk_read_window_event(&from.window, event); break;
    case SDL_DROPFILE:
        event->kind = MPK_WINDOW_DROPPED;
        event->id = from.drop.windowID;
        event->path = from.drop.file;
        break;
    case SDL_DROPTEXT: SDL_free(from.drop.file); break;
    case SDL_DROPCOMPLETE:
        event->kind = MPK_WINDOW_DROPS_END;
        event->id = from.drop.windowID;
        break;
    // With the hints above only a compositor that has ended asks for this.
    case SDL_QUIT: video->is_lost = 1; return 0;
    default: break;
    }
    return 1;
}

/// Turns a place on the screen into one in a window.
static inline void mpk_window_from_screen(mpk_window *w, int *x, int *y) {
    int left = 0, top = 0;
    SDL_GetWindowPosition(w->window, &left, &top);
    *x -= left;
    *y -= top;
}

/// The mouse's position in a window.
static inline void mpk_window_mouse(mpk_window *w, int *x, int *y) {
    SDL_GetGlobalMouseState(x, y);
    mpk_window_from_screen(w, x, y);
}

// Swift would take these for types and constants of this module.
#undef Bool
#undef Status
#undef True
#undef False
#undef None
#undef Success
