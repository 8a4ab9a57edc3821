#pragma once

#include "trace/hdf5/structure.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace skerry::hdf5 {

/// The text says which step failed, with the library's innermost reason.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

hid_t checked(hid_t result, std::string_view doing);

/// It lasts to the end of the program, where HDF5 still complains about files that it could not open.
void quiet_errors();

template <herr_t (*Close)(hid_t)>
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, std::string_view doing) : id_(checked(id, doing)) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) Close(id_);
  }

  hid_t id() const { return id_; }
  /// Throws Failure if that fails (a full disk shows here at the latest).
  void close(std::string_view doing) {
    if (id_ >= 0) checked(Close(std::exchange(id_, H5I_INVALID_HID)), doing);
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

using File = Handle<H5Fclose>;
using Group = Handle<H5Gclose>;
using Dataset = Handle<H5Dclose>;
using Dataspace = Handle<H5Sclose>;
using Datatype = Handle<H5Tclose>;
using Attribute = Handle<H5Aclose>;
using PropertyList = Handle<H5Pclose>;

struct Writes {
  int error = 0;         ///< errno of the first write that failed
  bool dropped = false;  ///< whether further writes are dropped, as they are after a failed one
  std::map<std::uint64_t, std::uint64_t> structure =
      {};  ///< extents of all but rows: the end of each by its begin

  void add_structure(std::uint64_t begin, std::uint64_t end);
};

/// The file that is opened next uses a driver that hides failed writes from HDF5 1.10, which would crash over
/// them. The writer has to check `writes` after each flush.
void set_forgiving_driver(hid_t access, std::shared_ptr<Writes> writes);

/// The file has HDF5's latest format, ready for SWMR. What is written after a failed write or without close()
/// is dropped; the file then stays as a kill would have left it.
class WritableFile {
 public:
  explicit WritableFile(const std::filesystem::path& path);
  ~WritableFile() { drop_writes(); }
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  hid_t id() const { return file_.id(); }
  void drop_writes() { writes_->dropped = true; }
  /// Returns the system's reason if a write has failed; HDF5's own messages are then mostly misleading.
  std::string write_error() const { return writes_->error == 0 ? "" : std::strerror(writes_->error); }
  /// Lets others read along from now on; no object can be made any more. Throws like flush().
  void start_swmr();
  /// Does nothing before start_swmr(). Throws Failure if a write has failed since the file was made.
  void flush(H5F_scope_t scope) const {
    if (swmr_) flush_always(scope);
  }
  /// Waits until all that was flushed is on the disk. Does nothing before start_swmr(). Throws Failure.
  void sync() const;
  /// Returns the structure as it was flushed last. Throws Failure.
  Structure structure() const;
  void close();

 private:
  void check_writes() const {
    if (writes_->error != 0) throw Failure(write_error());
  }
  void flush_always(H5F_scope_t scope) const;

  std::shared_ptr<Writes> writes_ = std::make_shared<Writes>();
  File file_;
  bool swmr_ = false;
};

/// Throw Failure for links and values that lie in another file, which may be any: a pipe would wait for ever.
Dataset open_dataset(hid_t location, const std::string& name);
Group open_group(hid_t location, const std::string& name);

bool has_member(hid_t group, const char* name);

hsize_t row_count(hid_t file, const std::string& dataset);

struct Rows {
  hsize_t first = 0;
  hsize_t count = 0;
};

struct StoredRows {
  std::string dataset;
  Datatype type;
  hsize_t width = 0;  ///< values in a row; 0 means one value, and one dimension
  hsize_t characters = 1;
  std::vector<std::byte> bytes;

  template <typename T>
  std::span<const T> values(hsize_t expected_width) const {
    check_values(std::is_same_v<T, double> ? H5T_IEEE_F64LE : H5T_STD_I64LE, expected_width);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  void check_values(hid_t expected_type, hsize_t expected_width) const;
};
/// Throws Failure for values that are neither numbers in at most two dimensions nor single characters in
/// three, and for missing rows.
StoredRows read_rows(hid_t file, const std::string& dataset, Rows rows);

/// The dataset is of bytes or of single characters. Throws Failure like read_rows().
std::vector<std::byte> read_byte_rows(hid_t file, const std::string& dataset, Rows rows);
std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset);

/// Reads a dataset of strings of fixed size, which may be single characters, and joins them.
std::string read_strings(hid_t file, const std::string& dataset);
std::string read_text(hid_t file, const std::string& dataset);

}  // namespace skerry::hdf5
