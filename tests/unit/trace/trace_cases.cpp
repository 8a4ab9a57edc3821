#include "unit/trace/trace_cases.hpp"

#include "trace/trace_format.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

template <Record R>
R random_record(Random& random) {
  R record;
  for_each_member<R>([&]<typename T>(const Member<R, T>& member) {
    if constexpr (std::is_same_v<T, double>) {
      record.*member.pointer =
          std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(random.below(60)) - 30);
    } else {
      record.*member.pointer = (static_cast<std::uint64_t>(random()) << 31) >> random.below(63);
    }
  });
  return record;
}

}  // namespace

void kill_at_work(const std::function<void(const std::function<void()>& say_started)>& work,
                  const std::function<void()>& meanwhile) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work([&] {
      if (::write(ends[1], "1", 1) != 1) ::_exit(1);
    });
    ::_exit(0);
  }
  char started = 0;
  ASSERT_EQ(::read(ends[0], &started, 1), 1);
  meanwhile();
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

TraceHeader sample_header(std::size_t islands) {
  return {.problem = "party",
          .command = "skerry run 'configs/party/type 2.toml'",
          .configuration = "[problem]\ntype = \"party\"  # größer\n",
          .hosts = "node1,node2",
          .fitness_unit = "coin",
          .mpi_library = "Some MPI 4.1",
          .seed = 0xfedcba9876543210U,
          .islands = islands,
          .direction = Direction::maximise,
          .target = 17.25,
          .inputs = {{"pool.csv", std::string(64, 'a')}, {"puzzle.toml", std::string(64, 'b')}},
          .started = "2024-01-02T03:04:05Z"};
}

std::vector<EpochRecord> random_run(Random& random, std::size_t islands, std::size_t epochs) {
  std::vector<EpochRecord> run;
  std::uint64_t generation = 0;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    EpochRecord record;
    record.epoch = epoch;
    record.first_generation = generation;
    record.generations = random.below(13) + (epoch == 0 ? 1 : 0);
    record.islands = islands;
    for (std::size_t i = 0; i < record.generations * islands; ++i) {
      record.statistics.push_back(random_record<Statistics>(random));
    }
    for (std::uint32_t i = random.below(20); i > 0; --i) {
      record.improvements.push_back(random_record<Improvement>(random));
    }
    if (random.chance(0.8)) {
      for (std::size_t i = 0; i < islands; ++i) {
        record.migration.push_back(random_record<MigrationCost>(random));
      }
    }
    record.best = {random.uniform(), -random.uniform()};
    record.evaluations = (epoch + 1) * 1000;
    record.elapsed_s = 0.5 * static_cast<double>(epoch + 1);
    generation += record.generations;
    run.push_back(std::move(record));
  }
  return run;
}

TraceFooter footer_of(std::span<const EpochRecord> run) {
  const EpochRecord& last = run.back();
  return {.outcome = {.generations = last.first_generation + last.generations - 1,
                      .epochs = run.size(),
                      .evaluations = last.evaluations,
                      .elapsed_s = last.elapsed_s,
                      .best = last.best,
                      .best_island = 0,
                      .best_genome = {std::byte{0}, std::byte{1}, std::byte{255}},
                      .reason = StopReason::stagnation},
          .solution = "front: Brunhilde\nback: Jörg\n"};
}

void append(TraceWriter& writer, std::span<const EpochRecord> records) {
  for (const EpochRecord& record : records) writer.append(record);
}

void write_trace(const std::filesystem::path& file, const TraceHeader& header,
                 std::span<const EpochRecord> run) {
  TraceWriter writer(file, header, true);
  append(writer, run);
  writer.finish(footer_of(run));
}

void continue_trace(const std::filesystem::path& file, const TraceHeader& header, const TraceReader& past,
                    std::size_t kept, std::span<const EpochRecord> run) {
  TraceWriter writer(file, header, past, kept);
  append(writer, run.subspan(kept));
  writer.finish(footer_of(run));
}

}  // namespace skerry
