"""Numbers of the system calls that a program may make, by machine, from the kernel's headers.

All that CPython, SymPy, NumPy and pandas need for computing and for files that they may see.
Not in the list, so refused: new processes and programs (fork, execve), sockets, signals to
anybody, ptrace, namespaces and mounts, owners and modes of files, keys, BPF, io_uring, shared
memory, priorities. Some are looked at more closely: see `CHECKED`.
"""

from __future__ import annotations

from collections.abc import Mapping

AUDIT_ARCH: Mapping[str, int] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Machine -> how the kernel names its set of calls to a filter."""

NEWEST = 451
"""Last number that was looked at; anything above is answered as a call that does not exist."""

_X86_64 = """
read=0 write=1 open=2 close=3 stat=4 fstat=5 lstat=6 poll=7 lseek=8 mmap=9 mprotect=10 munmap=11
brk=12 rt_sigaction=13 rt_sigprocmask=14 rt_sigreturn=15 ioctl=16 pread64=17 pwrite64=18 readv=19
writev=20 access=21 pipe=22 select=23 sched_yield=24 mremap=25 msync=26 mincore=27 madvise=28
dup=32 dup2=33 pause=34 nanosleep=35 getitimer=36 alarm=37 setitimer=38 getpid=39 sendfile=40
clone=56 exit=60 wait4=61 uname=63 fcntl=72 flock=73 fsync=74 fdatasync=75 ftruncate=77
getdents=78 getcwd=79 chdir=80 fchdir=81 rename=82 mkdir=83 rmdir=84 creat=85 unlink=87
readlink=89 umask=95 gettimeofday=96 getrlimit=97 getrusage=98 sysinfo=99 times=100 getuid=102
getgid=104 geteuid=107 getegid=108 getppid=110 getpgrp=111 getgroups=115 getresuid=118
getresgid=120 getpgid=121 getsid=124 capget=125 rt_sigpending=127 rt_sigtimedwait=128
rt_sigsuspend=130 sigaltstack=131 statfs=137 fstatfs=138 sched_getparam=143 sched_getscheduler=145
arch_prctl=158 gettid=186 time=201 futex=202 sched_getaffinity=204 epoll_create=213 getdents64=217
set_tid_address=218 restart_syscall=219 fadvise64=221 clock_gettime=228 clock_getres=229
clock_nanosleep=230 exit_group=231 epoll_wait=232 epoll_ctl=233 waitid=247 openat=257 mkdirat=258
newfstatat=262 unlinkat=263 renameat=264 readlinkat=267 faccessat=269 pselect6=270 ppoll=271
set_robust_list=273 get_robust_list=274 epoll_pwait=281 eventfd2=290 epoll_create1=291 dup3=292
pipe2=293 preadv=295 pwritev=296 prlimit64=302 getcpu=309 renameat2=316 getrandom=318
membarrier=324 statx=332 rseq=334 clone3=435 close_range=436 faccessat2=439
"""

_AARCH64 = """
getcwd=17 eventfd2=19 epoll_create1=20 epoll_ctl=21 epoll_pwait=22 dup=23 dup3=24 fcntl=25 ioctl=29
flock=32 mkdirat=34 unlinkat=35 renameat=38 statfs=43 fstatfs=44 ftruncate=46 faccessat=48 chdir=49
fchdir=50 openat=56 close=57 pipe2=59 getdents64=61 lseek=62 read=63 write=64 readv=65 writev=66
pread64=67 pwrite64=68 preadv=69 pwritev=70 sendfile=71 pselect6=72 ppoll=73 readlinkat=78
newfstatat=79 fstat=80 fsync=82 fdatasync=83 capget=90 exit=93 exit_group=94 waitid=95
set_tid_address=96 futex=98 set_robust_list=99 get_robust_list=100 nanosleep=101 getitimer=102
setitimer=103 clock_gettime=113 clock_getres=114 clock_nanosleep=115 sched_getscheduler=120
sched_getparam=121 sched_getaffinity=123 sched_yield=124 restart_syscall=128 sigaltstack=132
rt_sigsuspend=133 rt_sigaction=134 rt_sigprocmask=135 rt_sigpending=136 rt_sigtimedwait=137
rt_sigreturn=139 getresuid=148 getresgid=150 times=153 getpgid=155 getsid=156 getgroups=158
uname=160 getrlimit=163 getrusage=165 umask=166 getcpu=168 gettimeofday=169 getpid=172 getppid=173
getuid=174 geteuid=175 getgid=176 getegid=177 gettid=178 sysinfo=179 brk=214 munmap=215 mremap=216
clone=220 mmap=222 fadvise64=223 mprotect=226 msync=227 mincore=232 madvise=233 wait4=260
prlimit64=261 renameat2=276 getrandom=278 membarrier=283 statx=291 rseq=293 clone3=435
close_range=436 faccessat2=439
"""


def _table(text: str) -> dict[str, int]:
    """Return name -> number."""
    pairs = (pair.split("=") for pair in text.split())
    return {name: int(number) for name, number in pairs}


SYSCALLS: Mapping[str, Mapping[str, int]] = {"x86_64": _table(_X86_64), "aarch64": _table(_AARCH64)}
"""Machine -> name -> number."""

ABSENT = ("clone3",)
"""Answered as if the kernel did not know them: a filter cannot see what clone3 asks for, and the
C library then asks `clone`."""

_THREAD, _NEW_NAMESPACES = 0x0001_0000, 0x7E02_0000

CHECKED: Mapping[str, tuple[int, int, tuple[int, ...]]] = {
    "clone": (0, _THREAD | _NEW_NAMESPACES, (_THREAD,)),
    "prlimit64": (0, 0xFFFF_FFFF, (0,)),
    "fcntl": (1, 0xFFFF_FFFF, (0, 1, 2, 3, 4, 5, 6, 7, 1030)),
    "ioctl": (1, 0xFFFF_FFFF, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
}
"""Name -> which argument (from 0), mask, and what its low 32 bits under the mask may be.

`clone` makes threads and nothing else; `prlimit64` is about the caller; `fcntl` copies and locks
but cannot have a signal sent to another process (F_SETOWN); `ioctl` asks whether a file is a
terminal and how much can be read from it."""
