#pragma once

#include <memory>

#include <hdf5.h>

namespace skerry::hdf5 {

/// The result of the writes to a file.
struct Writes {
  int error = 0;         ///< errno of the first write that failed
  bool dropped = false;  ///< whether further writes are dropped, as they are after a failed one
};

/// Lets the file that is opened next with this access use a driver that does not tell HDF5 of failed writes;
/// otherwise it is the ordinary driver. HDF5 1.10 can't close a file after a flush that failed, and crashes
/// over it at the end of the program. The writer has to check `writes` after each flush.
void set_forgiving_driver(hid_t access, std::shared_ptr<Writes> writes);

}  // namespace skerry::hdf5
