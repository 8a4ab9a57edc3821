#include "trace/open_trace.hpp"

#include "skerry/error.hpp"

#include "trace/hdf5/attribute.hpp"
#include "trace/trace_format.hpp"

#include <system_error>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace fs = std::filesystem;
namespace {

OpenTrace open_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) refuse_trace(path, "there is no such file");
  if (fs::is_directory(path, error)) refuse_trace(path, "this is a folder; a trace is a file");
  // Opening a pipe would wait for ever.
  if (!fs::is_regular_file(path, error)) refuse_trace(path, "this is no ordinary file; a trace is one");
  const PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  checked(H5Pset_file_locking(access.id(), true, true), "file access");
  checked(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG), "file access");
  std::string reason;
  try {
    if (checked(H5Fis_hdf5(path.c_str()), "opening") == 0)
      refuse_trace(path, "this is no HDF5 file, so no trace");
    return {{H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "opening"}, true};
  } catch (const Failure& failure) {
    reason = failure.what();
  }
  checked(H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "file access");
  // A reader may meet a writer halfway through a write; HDF5 then waits 1, 2, 4, ... ns and reads again. Its
  // default of 100 attempts would take for ever on a file that is cut short; 25 take 30 ms.
  checked(H5Pset_metadata_read_attempts(access.id(), 25), "file access");
  try {
    return {{H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access.id()), "opening"}, false};
  } catch (const Failure&) {
    refuse_trace(path, fmt::format("can't be opened, it may be cut short or damaged ({})", reason));
  }
}

bool has_our_name(hid_t file) {
  try {
    return text_attribute(file, "format") == trace_format::name;
  } catch (const Failure&) {  // an object of another kind has that name
    return false;
  }
}

void check_format(const fs::path& path, hid_t file) {
  if (!has_our_name(file)) {
    refuse_trace(path, "this HDF5 file is no trace of skerry: its attribute 'format' is not 'skerry-trace'");
  }
  const auto version = required(integer_attribute(file, "format_version"), "format_version");
  if (version < trace_format::first_version || version > trace_format::version) {
    const std::string source = text_attribute(file, "source").value_or("");
    refuse_trace(path,
                 fmt::format("the trace has format version {}{}; this program, skerry {}, reads {} to {}",
                             version, source.empty() ? "" : ", written by " + source, SKERRY_VERSION,
                             trace_format::first_version, trace_format::version));
  }
}

}  // namespace

void refuse_trace(const fs::path& path, const std::string& what) {
  throw DataError(fmt::format("{}: {}", path.string(), what));
}

void refuse_damage(const fs::path& path, const std::string& what) {
  refuse_trace(path, fmt::format("the trace is damaged or cut short ({})", what));
}

OpenTrace open_trace(const fs::path& path) {
  quiet_errors();
  OpenTrace opened = reading_trace(path, [&] { return open_file(path); });
  reading_trace(path, [&] { check_format(path, opened.file.id()); });
  return opened;
}

}  // namespace skerry::hdf5
