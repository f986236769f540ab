/* What Python's headers ask about a 64-bit system, for cross_wheels: that of the Python at hand is for its own system. */
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_PID_T 4
#define STDC_HEADERS 1
#define HAVE_LONG_LONG 1
#define HAVE_INTTYPES_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_WCHAR_H 1
#define WITH_THREAD 1
#ifdef _WIN32
#define MS_WINDOWS 1
#define MS_WIN32 1
#define MS_WIN64 1
#define NT_THREADS 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define SIZEOF_LONG 4
#define SIZEOF_WCHAR_T 2
#else
#define HAVE_PTHREAD_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_CLOCK_GETTIME 1
#define SIZEOF_LONG 8
#define SIZEOF_WCHAR_T 4
#endif
