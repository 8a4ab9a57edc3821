#pragma once

#include <memory>

#include <hdf5.h>

namespace skerry::hdf5 {

/// What became of the writes to a file.
struct Writes {
  int error = 0;         ///< errno of the first that failed
  bool dropped = false;  ///< from now on nothing reaches the file; so it is once a write has failed
};

/// For the file that is opened next with this access: HDF5's ordinary driver, which keeps it to itself that a
/// write fails. HDF5 1.10 can't close a file after a flush that failed, and crashes over it at the end of the
/// program. Who writes has to ask `writes` after each flush.
void set_forgiving_driver(hid_t access, std::shared_ptr<Writes> writes);

}  // namespace skerry::hdf5
