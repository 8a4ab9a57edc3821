#pragma once

#include "trace/hdf5/structure.hpp"
#include "trace/new_file.hpp"

#include <filesystem>

namespace skerry {

// HDF5 rewrites the structure of a trace in place: indices, sizes, attributes. A power failure may leave each
// page of the file as it was before or after, and with that a structure which nothing can read. Rows are
// written once. So the structure as it was when the whole trace was on the disk is kept in a file beside it,
// as long as the trace is being written; put back, it brings back the rows up to then.

std::filesystem::path structure_of(const std::filesystem::path& trace);

/// Writes the file under the name of part_of(). On return it is on the disk. Throws Error.
void prepare_structure(const std::filesystem::path& trace, const hdf5::Structure& structure);
/// Renames it. The trace must be on the disk as the structure tells of it. Throws Error.
void put_structure_in_place(const std::filesystem::path& trace);

void remove_structure(const std::filesystem::path& trace);

/// Makes `file`, which may be the trace itself, of a trace that can't be read up to its checkpoint, by
/// putting the structure back; `lock` is that of the trace, and then that of the file. Returns false, and
/// does nothing, where the trace can be read, has no structure, or could not be read with it either.
bool restore_torn(const std::filesystem::path& trace, const std::filesystem::path& file, bool overwrite,
                  FileLock& lock);

}  // namespace skerry
