#pragma once

#include "trace/hdf5/handle.hpp"

#include <filesystem>
#include <string>

namespace skerry::hdf5 {

struct OpenTrace {
  File file;
  bool closed = false;  ///< closed by its writer; otherwise still being written, or left by a kill
};

/// Opens a trace for reading, and checks that it is one. Throws DataError.
OpenTrace open_trace(const std::filesystem::path& path);

/// Throws DataError.
[[noreturn]] void refuse_trace(const std::filesystem::path& path, const std::string& what);

[[noreturn]] void refuse_damage(const std::filesystem::path& path, const std::string& what);

/// Runs `work`, and turns its Failure into a DataError that names the trace.
template <typename Work>
auto reading_trace(const std::filesystem::path& path, Work work) {
  try {
    return work();
  } catch (const Failure& failure) {
    refuse_damage(path, failure.what());
  }
}

}  // namespace skerry::hdf5
