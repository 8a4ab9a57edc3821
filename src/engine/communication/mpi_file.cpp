#include "engine/communication/mpi_file.hpp"

#include "skerry/error.hpp"

#include "engine/communication/check.hpp"

#include <algorithm>
#include <numeric>

#include <mpi.h>

namespace skerry {
namespace {

bool everyone_has(MPI_Comm ranks, bool mine) {
  int all = mine ? 1 : 0;
  check(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, ranks), "MPI_Allreduce");
  return all == 1;
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

}  // namespace

void write_by_mpi(MPI_Comm ranks, const std::filesystem::path& path, std::span<const std::uint64_t> sizes,
                  std::span<const std::byte> bytes, bool synchronise) {
  int rank = 0;
  check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
  const std::uint64_t offset = std::accumulate(sizes.begin(), sizes.begin() + rank, std::uint64_t{0});
  MPI_File file = MPI_FILE_NULL;
  // The file exists already, but a network file system may remember that it was not there.
  const int opened =
      MPI_File_open(ranks, path.c_str(), MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
  if (!everyone_has(ranks, opened == MPI_SUCCESS)) {
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
