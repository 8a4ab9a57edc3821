#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <hdf5.h>

namespace skerry::hdf5 {

/// A call of HDF5 that failed: its text says which step failed, with the library's innermost reason.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the result; throws Failure where it is negative.
hid_t checked(hid_t result, std::string_view doing);

/// Keeps HDF5 from printing its error stack for the rest of the program; even at its end the library
/// complains about files that it could not open earlier.
void quiet_errors();

/// Owns one identifier of HDF5.
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
  /// Closes now; throws Failure where that fails (a full disk shows here at the latest).
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

}  // namespace skerry::hdf5
