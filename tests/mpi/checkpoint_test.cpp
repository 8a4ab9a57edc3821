#include "trace/checkpoint/checkpoint.hpp"

#include "engine/communication/communicator.hpp"
#include "mpi/ranks.hpp"
#include "mpi/shared_folder.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

namespace fs = std::filesystem;

fs::path trace_in(Communicator& world, const SharedFolder& folder) {
  if (world.rank() == 0) std::ofstream(folder / "run.h5") << "a trace";
  world.barrier();
  return folder / "run.h5";
}

void write(Checkpoint& checkpoint, const Snapshot& snapshot) {
  checkpoint.write(snapshot);
  checkpoint.settle();
}

Snapshot random_snapshot(const Communicator& world, std::uint64_t number) {
  Random random(number, static_cast<std::uint32_t>(world.rank()));
  Snapshot snapshot;
  snapshot.state = {.epoch = number, .generation = 10 * number, .best = {0, 0.5}, .elapsed_s = 1.5};
  snapshot.own.resize(random.below(3) == 0 ? 0 : random.below(20000));
  for (std::byte& byte : snapshot.own) byte = static_cast<std::byte>(random());
  return snapshot;
}

/// Returns the messages of all ranks if reading fails, joined, and an empty string otherwise.
std::string complaint(Communicator& world, Checkpoint& checkpoint) {
  std::string mine;
  try {
    checkpoint.read();
  } catch (const AgreedFailure& agreed) {
    mine = agreed.failure.message.empty() ? "(silent)" : agreed.failure.message;
    EXPECT_EQ(agreed.failure.status, ExitStatus::bad_data);
  }
  std::string all;
  for (const auto& text : world.gather(std::span<const char>(mine))) all.append(text.begin(), text.end());
  world.broadcast(all);
  return all;
}

/// Returns the same size on all ranks, even if the first one goes on to change the file.
std::uintmax_t size_of(Communicator& world, const fs::path& file) {
  std::uintmax_t size = fs::file_size(file);
  world.broadcast(size);
  return size;
}

void on_first(Communicator& world, const std::function<void()>& work) {
  if (world.rank() == 0) work();
  world.barrier();
}

TEST_ON_RANKS(Checkpoint, GivesBackWhatWasWrittenLast) {
  const SharedFolder folder(world);
  Checkpoint checkpoint(world, trace_in(world, folder), digest_of(std::string("run")));
  for (std::uint64_t number = 0; number < 20; ++number) {
    SCOPED_TRACE(number);
    const Snapshot snapshot = random_snapshot(world, number);
    write(checkpoint, snapshot);
    const Snapshot read = checkpoint.read();
    EXPECT_EQ(read.own, snapshot.own);
    EXPECT_EQ(read.state.epoch, number);
    EXPECT_EQ(read.state.generation, 10 * number);
    EXPECT_EQ(read.state.best, snapshot.state.best);
    EXPECT_EQ(read.state.elapsed_s, 1.5);
    EXPECT_FALSE(fs::exists(folder / "run.h5.checkpoint.part"));
    world.barrier();
  }
}

TEST_ON_RANKS(Checkpoint, RefusesAFlippedBitWhereverItIs) {
  const SharedFolder folder(world);
  const fs::path file = folder / "run.h5.checkpoint";
  Checkpoint checkpoint(world, trace_in(world, folder), digest_of(std::string("run")));
  Snapshot snapshot = random_snapshot(world, 1);
  snapshot.own.resize(100);
  write(checkpoint, snapshot);
  const std::uintmax_t size = size_of(world, file);
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const auto at = static_cast<std::streamoff>(random.below(static_cast<std::uint32_t>(size)));
    const char flip = static_cast<char>(1 << random.below(8));
    SCOPED_TRACE(fmt::format("byte {} of {}", at, size));
    const auto turn = [&] {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekg(at);
      const char byte = static_cast<char>(stream.get());
      stream.seekp(at);
      stream.put(static_cast<char>(byte ^ flip));
    };
    on_first(world, turn);
    EXPECT_THAT(complaint(world, checkpoint), HasSubstr("run.h5.checkpoint: "));
    on_first(world, turn);
  }
  EXPECT_EQ(complaint(world, checkpoint), "");
}

TEST_ON_RANKS(Checkpoint, RefusesWhatIsCutShortOrForeign) {
  const SharedFolder folder(world);
  const fs::path file = folder / "run.h5.checkpoint";
  Checkpoint checkpoint(world, trace_in(world, folder), digest_of(std::string("run")));
  Snapshot snapshot = random_snapshot(world, 1);
  snapshot.own.resize(60);
  write(checkpoint, snapshot);
  const std::uintmax_t size = size_of(world, file);
  for (auto length = size; length-- > 0;) {
    on_first(world, [&] { fs::resize_file(file, length); });
    EXPECT_NE(complaint(world, checkpoint), "") << length << " bytes of " << size;
  }
  on_first(world, [&] {
    std::ofstream(file) << "a text, and a long one, that never was a checkpoint" << std::string(500, '.');
  });
  EXPECT_THAT(complaint(world, checkpoint), HasSubstr("no checkpoint of skerry"));
  on_first(world, [&] { fs::remove(file); });
  EXPECT_THAT(complaint(world, checkpoint), HasSubstr("can't be read"));
}

TEST_ON_RANKS(Checkpoint, AFailureToWriteLeavesTheOneBefore) {
  const SharedFolder folder(world);
  const fs::path file = folder / "run.h5.checkpoint";
  Checkpoint checkpoint(world, trace_in(world, folder), digest_of(std::string("run")));
  const Snapshot snapshot = random_snapshot(world, 1);
  write(checkpoint, snapshot);
  // A folder is in the place of the temporary file.
  on_first(world, [&] { fs::create_directories(folder / "run.h5.checkpoint.part" / "in the way"); });
  try {
    write(checkpoint, random_snapshot(world, 2));
    ADD_FAILURE() << "written";
  } catch (const AgreedFailure& agreed) {
    EXPECT_EQ(agreed.failure.status, ExitStatus::failed);
    if (world.rank() == 0) {
      EXPECT_THAT(agreed.failure.message, HasSubstr("the one before it is whole"));
    }
  }
  EXPECT_EQ(checkpoint.read().own, snapshot.own);
}

}  // namespace
}  // namespace skerry
