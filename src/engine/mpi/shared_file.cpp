#include "engine/mpi/shared_file.hpp"

#include "engine/mpi/check.hpp"
#include "engine/mpi/communicator.hpp"

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

namespace skerry {
namespace {

bool everyone_has(Communicator& world, bool mine) {
  std::vector<char> all(world.size());
  world.allgather(static_cast<char>(mine), std::span(all));
  return std::ranges::all_of(all, [](char one) { return one != 0; });
}

/// Writes in pieces whose bytes MPI can count in an int. Every rank takes part in as many pieces as the
/// largest share needs.
int write_in_pieces(MPI_File file, std::uint64_t offset, std::span<const std::byte> bytes,
                    std::uint64_t largest) {
  constexpr std::size_t piece_size_bytes = 1 << 30;
  int code = MPI_SUCCESS;
  for (std::uint64_t begun = 0; begun == 0 || begun < largest; begun += piece_size_bytes) {
    const auto piece = bytes.first(std::min(bytes.size(), piece_size_bytes));
    MPI_Status status;
    int written = 0;
    int failed = MPI_File_write_at_all(file, static_cast<MPI_Offset>(offset), piece.data(),
                                       static_cast<int>(piece.size()), MPI_BYTE, &status);
    if (failed == MPI_SUCCESS) failed = MPI_Get_count(&status, MPI_BYTE, &written);
    if (failed == MPI_SUCCESS && written != static_cast<int>(piece.size())) failed = MPI_ERR_NO_SPACE;
    if (failed != MPI_SUCCESS) code = failed;
    bytes = bytes.subspan(piece.size());
    offset += piece.size();
  }
  return code;
}

/// Writes the file of a lone rank without MPI-IO, which would need folders and files besides.
void write_alone(const std::filesystem::path& path, std::span<const std::byte> bytes, bool synchronise) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  int failed = descriptor < 0 ? errno : 0;
  while (failed == 0 && !bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      failed = errno;
    }
  }
  if (failed == 0 && synchronise && ::fsync(descriptor) != 0) failed = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (failed != 0) throw Error(ExitStatus::failed, std::generic_category().message(failed));
}

}  // namespace

void write_together(Communicator& world, const std::filesystem::path& path,
                    std::span<const std::uint64_t> sizes, std::span<const std::byte> bytes,
                    bool synchronise) {
  if (world.size() == 1) {
    write_alone(path, bytes, synchronise);
    return;
  }
  const std::uint64_t offset = std::accumulate(
      sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(world.rank()), std::uint64_t{0});
  MPI_File file = MPI_FILE_NULL;
  // The file exists already, but a network file system may remember that it was not there.
  const int opened =
      MPI_File_open(world.handle(), path.c_str(), MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
  if (!everyone_has(world, opened == MPI_SUCCESS)) {
    // MPI closes a file collectively, and those ranks that failed do not take part: the file stays open until
    // the program ends.
    check(opened, "MPI_File_open");
    throw Error(ExitStatus::failed, "another rank can't open it");
  }
  int code = write_in_pieces(file, offset, bytes, std::ranges::max(sizes));
  if (const int synced = synchronise ? MPI_File_sync(file) : MPI_SUCCESS; code == MPI_SUCCESS) code = synced;
  if (const int closed = MPI_File_close(&file); code == MPI_SUCCESS) code = closed;
  check(code, "MPI_File_write_at_all");
}

}  // namespace skerry
