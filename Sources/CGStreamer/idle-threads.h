// Threads that run only while nobody else wants a processor.

#ifndef MPK_IDLE_THREADS_H
#define MPK_IDLE_THREADS_H

#include <gst/gst.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#ifndef SCHED_IDLE
#define SCHED_IDLE 5  // Linux, sched.h; hidden from strict C.
#endif

struct mpk_idle_work {
    GstTaskPoolFunction run;
    gpointer data;
    clockid_t clock;
};
struct mpk_idle_state {
    GMutex lock;
    GSList *running;  // struct mpk_idle_work *, of threads that run
    double ended;     // seconds of threads that have ended
};
/// Exists once per object file: only one file may use what is below.
static inline struct mpk_idle_state *mpk_idle(void) {
    static struct mpk_idle_state state;
    return &state;
}
static inline double mpk_idle_seconds(const struct mpk_idle_work *work) {
    struct timespec time = {0};
    clock_gettime(work->clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
/// Processor time that idle threads have taken so far, in seconds. They take what nobody else wants, so it is no load.
static inline double mpk_idle_time(void) {
    g_mutex_lock(&mpk_idle()->lock);
    double sum = mpk_idle()->ended;
    for (GSList *entry = mpk_idle()->running; entry; entry = entry->next)
        sum += mpk_idle_seconds((struct mpk_idle_work *)entry->data);
    g_mutex_unlock(&mpk_idle()->lock);
    return sum;
}
static inline gpointer mpk_idle_thread(gpointer context) {
    struct mpk_idle_work *work = (struct mpk_idle_work *)context;
    struct sched_param none = {0};
    // Of this thread alone. Threads that it makes inherit it. A system that refuses it only takes more time from others.
    sched_setscheduler(0, SCHED_IDLE, &none);
    pthread_getcpuclockid(pthread_self(), &work->clock);
    g_mutex_lock(&mpk_idle()->lock);
    mpk_idle()->running = g_slist_prepend(mpk_idle()->running, work);
    g_mutex_unlock(&mpk_idle()->lock);
    work->run(work->data);
    g_mutex_lock(&mpk_idle()->lock);
    mpk_idle()->ended += mpk_idle_seconds(work);
    mpk_idle()->running = g_slist_remove(mpk_idle()->running, work);
    g_mutex_unlock(&mpk_idle()->lock);
    g_free(work);
    return NULL;
}
/// A thread for each task: GLib's pools hand threads on to others, and a thread cannot leave this scheduling class again
/// without privileges.
static inline gpointer mpk_idle_push(GstTaskPool *pool, GstTaskPoolFunction run, gpointer data, GError **error) {
    struct mpk_idle_work *work = g_new0(struct mpk_idle_work, 1);
    work->run = run;
    work->data = data;
    GThread *thread = g_thread_try_new("mpk-idle", mpk_idle_thread, work, error);
    if (thread) g_thread_unref(thread);
    else g_free(work);
    return NULL;
}
static inline void mpk_idle_prepare(GstTaskPool *pool, GError **error) {}
static inline void mpk_idle_cleanup(GstTaskPool *pool) {}
static inline void mpk_idle_join(GstTaskPool *pool, gpointer id) {}
static inline void mpk_idle_class_init(gpointer class, gpointer data) {
    GstTaskPoolClass *pool = (GstTaskPoolClass *)class;
    pool->prepare = mpk_idle_prepare;
    pool->cleanup = mpk_idle_cleanup;
    pool->push = mpk_idle_push;
    pool->join = mpk_idle_join;
}
static inline GType mpk_idle_pool_type(void) {
    static gsize type;
    if (g_once_init_enter(&type)) {
        g_once_init_leave(
            &type, g_type_register_static_simple(
                       GST_TYPE_TASK_POOL, "MPKIdlePool", sizeof(GstTaskPoolClass), mpk_idle_class_init,
                       sizeof(GstTaskPool), NULL, (GTypeFlags)0));
    }
    return (GType)type;
}

static inline void mpk_idle_free(gpointer pool) { gst_object_unref(pool); }
/// Makes the threads of a pipeline's tasks, and those that they make, idle threads. Call it before the pipeline runs, and
/// pass its bus's messages to `mpk_take_idle_thread`.
static inline void mpk_run_idle(GstElement *pipeline) {
    GstTaskPool *pool = (GstTaskPool *)gst_object_ref_sink(g_object_new(mpk_idle_pool_type(), NULL));
    g_object_set_data_full(G_OBJECT(pipeline), "mpk-idle-pool", pool, mpk_idle_free);
}
/// Gives a task that is about to get a thread one of the pipeline's idle threads, if it has such.
static inline void mpk_take_idle_thread(GstElement *pipeline, GstMessage *message) {
    GstTaskPool *pool = (GstTaskPool *)g_object_get_data(G_OBJECT(pipeline), "mpk-idle-pool");
    if (!pool || GST_MESSAGE_TYPE(message) != GST_MESSAGE_STREAM_STATUS) return;
    GstStreamStatusType type;
    gst_message_parse_stream_status(message, &type, NULL);
    const GValue *value = gst_message_get_stream_status_object(message);
    if (type != GST_STREAM_STATUS_TYPE_CREATE || !value || !G_VALUE_HOLDS(value, GST_TYPE_TASK)) return;
    gst_task_set_pool(GST_TASK(g_value_get_object(value)), pool);
}

#endif
