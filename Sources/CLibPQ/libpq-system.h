#include <libpq-fe.h>
#include <sys/epoll.h>
