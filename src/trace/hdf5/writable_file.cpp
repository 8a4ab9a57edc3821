#include "trace/hdf5/writable_file.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::hdf5 {
namespace {

File create(const std::filesystem::path& path, const std::shared_ptr<Writes>& writes) {
  const PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  set_forgiving_driver(access.id(), writes);
  checked(H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "file access");
  checked(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG), "file access");
  checked(H5Pset_file_locking(access.id(), true, true), "file access");
  // All attributes stay in the object header: only there may SWMR rewrite them.
  const PropertyList creation(H5Pcreate(H5P_FILE_CREATE), "file creation");
  checked(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
          "file creation");
  checked(H5Pset_attr_phase_change(creation.id(), 64, 0), "file creation");
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), "creation"};
}

int descriptor_of(hid_t file) {
  void* descriptor = nullptr;
  checked(H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor), "file descriptor");
  return *static_cast<int*>(descriptor);
}

}  // namespace

WritableFile::WritableFile(const std::filesystem::path& path) : file_(create(path, writes_)) {}

void WritableFile::sync() const {
  if (::fdatasync(descriptor_of(file_.id())) != 0) {
    throw Failure(fmt::format("waiting for the disk: {}", std::strerror(errno)));
  }
}

std::string WritableFile::write_error() const {
  return writes_->error == 0 ? "" : std::strerror(writes_->error);
}

void WritableFile::check_writes() const {
  if (writes_->error != 0) throw Failure(write_error());
}

void WritableFile::flush(H5F_scope_t scope) const {
  checked(H5Fflush(file_.id(), scope), "flush");
  check_writes();
}

void WritableFile::close() {
  file_.close("closing");
  check_writes();
}

}  // namespace skerry::hdf5
