#include "trace/checkpoint/checkpoint.hpp"

#include "skerry/error.hpp"

#include "engine/archipelago/logbook.hpp"
#include "engine/communication/communicator.hpp"
#include "trace/files/file_calls.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

using checkpoint_format::Header;
using checkpoint_format::Section;

[[noreturn]] void refuse(const fs::path& file, int reason) {
  std::error_code error;
  throw Error(ExitStatus::failed, fmt::format("the checkpoint {} can't be written: {}{}", file.string(),
                                              std::generic_category().message(reason),
                                              fs::exists(file, error) ? "; the one before it is whole" : ""));
}

void or_refuse(int error, const fs::path& checkpoint) {
  if (error != 0) refuse(checkpoint, error);
}

std::vector<std::byte> read_section(const fs::path& file, std::uint64_t offset, const Section& section,
                                    std::size_t island) {
  std::vector<std::byte> bytes(section.size_bytes);
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream || digest_of(bytes) != section.digest) {
    throw DataError(fmt::format("{}: the checkpoint is damaged: island {} does not agree with its checksum",
                                file.string(), island));
  }
  return bytes;
}

Header header_of(const fs::path& file, const Digest& identity, std::size_t islands) {
  Header header = checkpoint_format::read_header(file.string());
  if (header.preamble.identity != identity) {
    throw DataError(
        fmt::format("{}: the checkpoint is of another run than the trace: configuration, seed or input "
                    "files differ",
                    file.string()));
  }
  if (header.sections.size() != islands) {
    throw DataError(fmt::format("{}: the checkpoint is of {} islands; the trace has {}", file.string(),
                                header.sections.size(), islands));
  }
  return header;
}

}  // namespace

Checkpoint::Checkpoint(Communicator& world, fs::path trace, const Digest& identity)
    : world_(world),
      trace_(std::move(trace)),
      file_(checkpoint_of(trace_)),
      temporary_(part_of(file_)),
      identity_(identity) {
  std::vector<std::size_t> nodes(world.size());
  world.allgather(world.node(), std::span(nodes));
  one_host_ = std::ranges::all_of(nodes, [](std::size_t first) { return first == 0; });
  // This fails now rather than at the first checkpoint, minutes into the run.
  collectively(world, [this] {
    if (world_.rank() != 0 || temporary_.filename().native().size() <= NAME_MAX) return;
    throw UsageError(fmt::format(
        "{} can't be written: its name is too long for a checkpoint, whose name has {} bytes more",
        trace_.string(), temporary_.native().size() - trace_.native().size()));
  });
  if (!one_host_) check_that_hosts_share_folder();
}

void Checkpoint::check_that_hosts_share_folder() {
  // The name must be new: network file systems remember for a while that a file did not exist.
  pid_t number = ::getpid();
  world_.broadcast(number);
  const fs::path probe = fmt::format("{}.{}.probe", file_.string(), number);
  const bool first = world_.rank() == 0;
  collectively(world_, [&] {
    if (first) create(probe, 1);
  });
  const bool seen = ::access(probe.c_str(), F_OK) == 0;
  world_.barrier();
  collectively(world_, [&] {
    if (first) fs::remove(probe);
    if (seen) return;
    throw UsageError(
        fmt::format("the hosts do not share the folder of {}, so there can be no checkpoint; put the "
                    "trace in a folder that they share, or set checkpoint.enabled = false",
                    trace_.string()));
  });
}

/// Allocates all the space of the file, so that a full disk is noticed before any rank writes. The name is
/// never that of a file which a killed run left, since a rank of it that still lives may be writing there.
void Checkpoint::create(const fs::path& path, std::uint64_t size_bytes) const {
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  ::unlink(path.c_str());
  const Descriptor opened = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!opened.is_open()) refuse(file_, errno);
  const int lacking = allocate(opened, size_bytes);
  if (lacking == 0) return;
  ::unlink(path.c_str());
  refuse(file_, lacking);
}

void Checkpoint::put_in_place_soon(Clock::time_point start, std::function<void()> once_the_trace_is_there) {
  // Signals are left to the main thread, which handles them between generations.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  in_place_ = std::async(std::launch::async, [trace = trace_, file = file_, temporary = temporary_, start,
                                              once_the_trace_is_there = std::move(once_the_trace_is_there)] {
    // A checkpoint needs the rows that precede it, so the trace goes to the disk first.
    or_refuse(synchronise(trace), file);
    if (once_the_trace_is_there) once_the_trace_is_there();
    or_refuse(synchronise(temporary), file);
    or_refuse(rename_file(temporary, file), file);
    or_refuse(synchronise(folder_of(file)), file);
    return std::chrono::duration<double>(Clock::now() - start).count();
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

template <typename Work>
void Checkpoint::or_remove(Work work) {
  try {
    work();
  } catch (const AgreedFailure&) {
    if (world_.rank() == 0) ::unlink(temporary_.c_str());
    throw;
  }
}

void Checkpoint::settle() {
  or_remove([this] {
    collectively(world_, [this] {
      if (in_place_.valid()) in_place_.get();
    });
  });
}

std::optional<double> Checkpoint::cost_s() const {
  if (!in_place_.valid()) return 0;
  if (in_place_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  try {
    return in_place_.get();
  } catch (const Error&) {
    return 0;  // the next write reports the failure
  }
}

void Checkpoint::write(const Snapshot& snapshot, std::function<void()> once_the_trace_is_there) {
  or_remove([&] { write_all(snapshot, std::move(once_the_trace_is_there)); });
}

void Checkpoint::write_all(const Snapshot& snapshot, std::function<void()> once_the_trace_is_there) {
  const auto start = Clock::now();
  const bool first = world_.rank() == 0;
  const Section mine{snapshot.own.size(), digest_of(snapshot.own)};
  Header header{.preamble = {.islands = world_.size(), .identity = identity_, .state = snapshot.state},
                .sections = std::vector<Section>(world_.size())};
  world_.allgather(mine, std::span(header.sections));

  collectively(world_, [&] {
    if (in_place_.valid()) in_place_.get();
    if (first) create(temporary_, header.file_size_bytes());
  });
  std::vector<std::byte> bytes;
  if (first) bytes = pack(header);
  bytes.insert(bytes.end(), snapshot.own.begin(), snapshot.own.end());
  // Only the other hosts can bring their own bytes to the disk.
  collectively(world_, [&] {
    or_refuse(write_at(temporary_, first ? 0 : header.offset_of(world_.rank()), bytes,
                       one_host_ ? Synchronised::no : Synchronised::yes),
              file_);
  });
  if (first) put_in_place_soon(start, std::move(once_the_trace_is_there));
}

Snapshot Checkpoint::read() {
  Header header;
  collectively(world_, [&] {
    if (world_.rank() == 0) header = header_of(file_, identity_, world_.size());
  });
  world_.broadcast(header.preamble);
  header.sections.resize(world_.size());
  world_.broadcast_bytes(std::as_writable_bytes(std::span(header.sections)));

  Snapshot snapshot{.state = header.preamble.state, .own = {}};
  collectively(world_, [&] {
    const std::size_t rank = world_.rank();
    snapshot.own = read_section(file_, header.offset_of(rank), header.sections[rank], rank);
  });
  return snapshot;
}

RunState saved_state(const fs::path& trace, const Digest& identity, std::size_t islands) {
  return header_of(checkpoint_of(trace), identity, islands).preamble.state;
}

std::vector<std::vector<std::byte>> saved_islands(const fs::path& checkpoint) {
  const Header header = checkpoint_format::read_header(checkpoint.string());
  std::vector<std::vector<std::byte>> islands;
  for (std::size_t i = 0; i < header.sections.size(); ++i) {
    const auto bytes = read_section(checkpoint, header.offset_of(i), header.sections[i], i);
    Logbook logbook;
    const auto island = unpack(bytes, logbook);
    islands.emplace_back(island.begin(), island.end());
  }
  return islands;
}

fs::path checkpoint_of(const fs::path& trace) {
  return trace.string() + ".checkpoint";
}

void remove_checkpoint(const fs::path& trace) {
  std::error_code error;
  fs::remove(checkpoint_of(trace), error);
  remove_unfinished_checkpoint(trace);
}

void remove_unfinished_checkpoint(const fs::path& trace) {
  std::error_code error;
  fs::remove(part_of(checkpoint_of(trace)), error);
}

bool CheckpointSchedule::due(double now_s, std::optional<double> cost_s) {
  ++epochs_;
  if (!cost_s) return false;
  const double since_s = now_s - last_s_;
  const bool wanted = (settings_.every && epochs_ >= *settings_.every) || since_s >= settings_.seconds;
  return wanted && since_s >= *cost_s / settings_.share;
}

void CheckpointSchedule::began(double now_s) {
  last_s_ = now_s;
  epochs_ = 0;
}

}  // namespace skerry
