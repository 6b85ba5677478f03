# A compiler that can compile the core, or an end with one sentence that says what is needed.
set(needed "GCC 11, Clang 14, Apple Clang 15 or newer; on Windows clang-cl")
include(CheckLanguage)
check_language(CXX)
if(NOT CMAKE_CXX_COMPILER)
  message(FATAL_ERROR
    "Obversi is built from C++, and no C++ compiler was found (${needed}). Install one, for example "
    "with \"apt install g++\", \"dnf install gcc-c++\", \"apk add g++\" or \"xcode-select --install\".")
endif()
enable_language(CXX)

set(oldest_GNU 11)
set(oldest_Clang 14)
set(oldest_AppleClang 15)
set(oldest ${oldest_${CMAKE_CXX_COMPILER_ID}})
if(CMAKE_CXX_COMPILER_ID STREQUAL MSVC OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS "${oldest}")
  message(FATAL_ERROR
    "Obversi needs a newer or another C++ compiler (${needed}) than this one: "
    "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}. The variable CXX names another.")
endif()
