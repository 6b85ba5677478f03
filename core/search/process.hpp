// The number of this process, which is another one in the child of a fork. Windows has no fork.
#pragma once

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace obversi {

#if defined(_WIN32)
using ProcessId = int;
inline ProcessId process_id() { return _getpid(); }
#else
using ProcessId = pid_t;
inline ProcessId process_id() { return getpid(); }
#endif

}  // namespace obversi
