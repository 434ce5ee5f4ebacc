// The parts of the C library that the kit and the demo use, with Darwin's types.
typedef enum {
    CLOCK_MONOTONIC = 6,
    CLOCK_UPTIME_RAW = 8,
} clockid_t;
unsigned long long clock_gettime_nsec_np(clockid_t clock);
unsigned long long mach_absolute_time(void);

double floor(double), ceil(double), round(double), fabs(double), sqrt(double);
double sin(double), cos(double), tan(double), atan2(double, double);
double pow(double, double), exp(double), log(double), log2(double), log10(double);
double fmod(double, double), hypot(double, double);

struct timeval {
    long tv_sec;
    int tv_usec;
};
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss;
};
#define RUSAGE_SELF 0
int getrusage(int who, struct rusage *usage);

int sysctlbyname(
    const char *name, void *old, __SIZE_TYPE__ *old_length, void *new_value, __SIZE_TYPE__ new_length);

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
int isatty(int descriptor);
int getpgrp(void);
int tcgetpgrp(int descriptor);
void exit(int status) __attribute__((noreturn));

typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
struct termios {
    tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
    cc_t c_cc[20];
    unsigned long c_ispeed, c_ospeed;
};
#define ECHO 0x00000008
#define ICANON 0x00000100
#define VMIN 16
#define VTIME 17
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
int tcgetattr(int descriptor, struct termios *mode);
int tcsetattr(int descriptor, int action, const struct termios *mode);

typedef unsigned short mode_t;
typedef long long off_t;
typedef long ssize_t;
typedef __SIZE_TYPE__ size_t;
struct timespec {
    long tv_sec;
    long tv_nsec;
};
struct stat {
    int st_dev;
    mode_t st_mode;
    unsigned short st_nlink;
    unsigned long long st_ino;
    unsigned int st_uid, st_gid;
    int st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size, st_blocks;
    int st_blksize;
};
// Macros in C; Darwin's overlay gives them the type of a mode.
static const mode_t S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000;
#define O_RDONLY 0x0000
#define O_RDWR 0x0002
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EFBIG 27
#define ENOSPC 28
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EDQUOT 69
// Variadic in C; Darwin's overlay offers it to Swift like this.
int open(const char *path, int flags, mode_t mode);
int close(int descriptor);
ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *buffer, size_t count, off_t offset);
int ftruncate(int descriptor, off_t size);
int fsync(int descriptor);
int futimes(int descriptor, const struct timeval *times);
int fstat(int descriptor, struct stat *facts);
int lstat(const char *path, struct stat *facts);
int flock(int descriptor, int operation);
int rename(const char *path, const char *other);
int unlink(const char *path);
int mkdir(const char *path, mode_t mode);
int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
char *strerror(int number);

typedef long time_t;
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
struct tm *localtime_r(const time_t *time, struct tm *parts);
int stat(const char *path, struct stat *facts);
