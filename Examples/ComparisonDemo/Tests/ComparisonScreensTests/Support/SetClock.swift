#if os(Linux)
    import Foundation

    /// A system clock that a test can set for the programs that it starts: a library between them and the real one.
    ///
    /// The clock that counts from the start of the machine is left alone, as it is when somebody sets the system clock.
    /// The `faketime` package would do the same, but its `clock_nanosleep` also changes waits for a time of the other
    /// clock, and then no program that sleeps until a tick works.
    final class SetClock {
        /// The environment to start programs with.
        let environment: [String: String?]
        private let file: URL

        /// - Parameter folder: for the library and the file that holds the offset.
        init(in folder: URL) throws {
            file = folder.appending(path: "clock")
            let (source, library) = (folder.appending(path: "clock.c"), folder.appending(path: "clock.so"))
            environment = ["LD_PRELOAD": library.path, "MPK_CLOCK_FILE": file.path]
            try Data(Self.source.utf8).write(to: source)
            try set(by: 0)
            // The compiler that comes with Swift.
            _ = try HelperTool.run(["clang", "-O1", "-shared", "-fPIC", "-o", library.path, source.path])
        }

        /// Sets it this many seconds ahead of the real one.
        func set(by seconds: Int64) throws {
            let bytes = withUnsafeBytes(of: seconds) { Data($0) }
            // Write in place, because running programs have the file mapped into memory.
            guard FileManager.default.fileExists(atPath: file.path) else { return try bytes.write(to: file) }
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }

        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <semaphore.h>
            #include <stdint.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <time.h>
            #include <unistd.h>
            static volatile int64_t none, *offset = &none;
            __attribute__((constructor)) static void begin(void) {
                const char *path = getenv("MPK_CLOCK_FILE");
                int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
                void *place = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
                if (place != MAP_FAILED) offset = place;
                if (file >= 0) close(file);
            }
            int clock_gettime(clockid_t clock, struct timespec *now) {
                int result = syscall(SYS_clock_gettime, clock, now);
                if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
                return result;
            }
            int gettimeofday(struct timeval *now, void *zone) {
                struct timespec time;
                clock_gettime(CLOCK_REALTIME, &time);
                now->tv_sec = time.tv_sec;
                now->tv_usec = time.tv_nsec / 1000;
                return 0;
            }
            time_t time(time_t *place) {
                struct timespec time;
                clock_gettime(CLOCK_REALTIME, &time);
                if (place) *place = time.tv_sec;
                return time.tv_sec;
            }
            static struct timespec true_deadline(const struct timespec *deadline) {
                struct timespec result = *deadline;
                if (result.tv_sec > 1000000000) result.tv_sec -= *offset;
                return result;
            }
            int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
                static int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
                if (!next) next = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
                struct timespec time = true_deadline(deadline);
                return next(condition, mutex, &time);
            }
            int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
                static int (*next)(sem_t *, const struct timespec *);
                if (!next) next = dlsym(RTLD_NEXT, "sem_timedwait");
                struct timespec time = true_deadline(deadline);
                return next(semaphore, &time);
            }
            """
    }
#endif
