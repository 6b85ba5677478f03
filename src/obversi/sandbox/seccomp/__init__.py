"""The filter of system calls: which calls, as which program for the kernel."""

from obversi.sandbox.seccomp.filter import no_filter_reason, seccomp_filter

__all__ = ["no_filter_reason", "seccomp_filter"]
