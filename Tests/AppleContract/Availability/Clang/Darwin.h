// What the kit and the demo take from the C library, with Darwin's types.
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
