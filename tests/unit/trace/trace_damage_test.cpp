#include "support/depth.hpp"
#include "support/testing.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

/// Limits that no damaged trace may exceed.
constexpr unsigned most_seconds = 10;
constexpr rlim_t most_memory_bytes = rlim_t{1} << 30;

/// Returns the number of seeds for each kind of damage to each trace; SKERRY_DAMAGE_SEEDS=1000 takes hours.
std::uint32_t seeds_of_each_damage() {
  const char* asked = std::getenv("SKERRY_DAMAGE_SEEDS");
  if (asked != nullptr) return static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
  return test::random_cases(5U);
}

template <typename T>
void add(std::string& text, const T& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// Returns everything that inspect, resume and repair read from a trace.
std::string all_of(const fs::path& file) {
  const TraceReader trace(file);
  const TraceSummary summary = trace.summary();
  const TraceHeader header = trace.header();
  std::string text = summary.source + summary.solution + summary.ended + header.problem + header.command +
                     header.configuration + header.hosts + header.fitness_unit + header.mpi_library +
                     header.slurm_job_id + header.configuration_file + header.started + header.resumed +
                     trace.stop_reason();
  for (const auto& [name, digest] : header.inputs) text += name + digest;
  for (const std::uint64_t value : {header.seed, header.islands, trace.epoch_count()}) add(text, value);
  add(text, header.target.value_or(0));
  if (const auto footer = trace.footer()) {
    for (const std::byte byte : footer->outcome.best_genome) add(text, byte);
    add(text, footer->outcome.best_island);
    add(text, footer->outcome.elapsed_s);
  }
  for (const EpochRecord& record : trace.epochs(0, trace.epoch_count())) {
    for (const Statistics& row : record.statistics) add(text, row);
    for (const Improvement& row : record.improvements) add(text, row);
    for (const MigrationCost& row : record.migration) add(text, row);
    add(text, record.best);
    add(text, record.evaluations);
    add(text, record.elapsed_s);
  }
  return text;
}

void limit_memory() {
#ifndef SKERRY_SANITIZE  // AddressSanitizer maps terabytes
  const rlimit limit{most_memory_bytes, most_memory_bytes};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Reads a file in a process of its own and returns the outcome.
std::string outcome_of(const fs::path& file, const std::string& expected) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(most_seconds);
    limit_memory();
    try {
      ::_exit(all_of(file) == expected ? 0 : 4);
    } catch (const DataError&) {
      ::_exit(3);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      ::_exit(1);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return fmt::format("killed by signal {}", WTERMSIG(status));
  switch (WEXITSTATUS(status)) {
    case 0:
      return "as it was";
    case 3:
      return "refused";
    case 4:
      return "believed";
    default:
      return fmt::format("status {}", WEXITSTATUS(status));
  }
}

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint32_t place(const std::string& bytes, Random& random) {
  return random.below(static_cast<std::uint32_t>(bytes.size()));
}

using Damage = std::function<void(std::string& bytes, Random& random)>;

void cut(std::string& bytes, Random& random) {
  bytes.resize(place(bytes, random));
}

void flip_a_bit(std::string& bytes, Random& random) {
  char& byte = bytes[place(bytes, random)];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
}

void overwrite_a_run(std::string& bytes, Random& random) {
  std::size_t at = place(bytes, random);
  for (auto left = 1 + random.below(16); left > 0 && at < bytes.size(); --left) {
    bytes[at++] = static_cast<char>(random());
  }
}

void lose_a_sector(std::string& bytes, Random& random) {
  const std::size_t sector = place(bytes, random) / 512;
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(sector * 512),
              std::min<std::size_t>(512, bytes.size() - sector * 512), '\0');
}

class TraceDamageTest : public TraceTest {
 protected:
  struct Traces {
    fs::path finished;
    fs::path killed;  ///< after the last epoch
  };
  Traces write(std::size_t islands, std::size_t epochs) const {
    Random random(islands);
    const auto run = random_run(random, islands, epochs);
    Traces traces{in_folder("finished.h5"), in_folder("killed.h5")};
    TraceWriter writer(traces.finished, sample_header(islands), true);
    append(writer, run);
    writer.flush();
    fs::copy_file(traces.finished, traces.killed, fs::copy_options::overwrite_existing);
    writer.finish(footer_of(run));
    return traces;
  }

  /// Numbers stand in such a trace as they are, since only the trace of a run that has ended is deflated.
  static void write_interrupted(const fs::path& file, std::size_t islands,
                                const std::vector<EpochRecord>& run) {
    TraceWriter writer(file, sample_header(islands), true);
    append(writer, run);
    writer.interrupt("2026-01-02T03:04:05Z");
  }

  Random random_{1};

  void expect_refused_or_harmless(const Damage& damage) const {
    int refused = 0;
    for (const auto& [islands, epochs] : {std::pair{1U, 1U}, {3U, 12U}, {5U, test::random_cases(60U)}}) {
      const Traces traces = write(islands, epochs);
      for (const auto& file : {traces.finished, traces.killed}) {
        const std::string whole = contents(file);
        const std::string expected = all_of(file);
        ASSERT_EQ(outcome_of(file, expected), "as it was");
        for (auto&& [seed, random] : seeds(seeds_of_each_damage())) {
          std::string bytes = whole;
          damage(bytes, random);
          const auto damaged = in_folder("damaged.h5");
          std::ofstream(damaged, std::ios::binary) << bytes;
          const std::string outcome = outcome_of(damaged, expected);
          EXPECT_TRUE(outcome == "refused" || outcome == "as it was")
              << file.filename() << " of " << islands << " islands and " << epochs << " epochs, seed " << seed
              << ": " << outcome;
          refused += outcome == "refused" ? 1 : 0;
        }
      }
    }
    EXPECT_GT(refused, 0);
  }
};

TEST_F(TraceDamageTest, OfCutTraces) {
  expect_refused_or_harmless(cut);
}

TEST_F(TraceDamageTest, OfFlippedBits) {
  expect_refused_or_harmless(flip_a_bit);
}

TEST_F(TraceDamageTest, OfOverwrittenBytes) {
  expect_refused_or_harmless(overwrite_a_run);
}

TEST_F(TraceDamageTest, OfLostSectors) {
  expect_refused_or_harmless(lose_a_sector);
}

TEST_F(TraceDamageTest, AnyValueOfAnyColumnIsGuarded) {
  const fs::path file = in_folder("interrupted.h5");
  write_interrupted(file, 1, random_run(random_, 1, 3));
  const std::string whole = contents(file);
  const std::string expected = all_of(file);
  const TraceReader trace(file);
  const EpochRecord second = trace.epochs(1, 1).front();
  // These are all numbers of the second epoch, wherever they are in the file.
  std::vector<std::string> values;
  const auto note = [&values]<Record R>(const R& record) {
    for_each_member<R>([&](const auto& member) { add(values.emplace_back(), record.*member.pointer); });
  };
  for (const Statistics& row : second.statistics) note(row);
  for (const Improvement& row : second.improvements) note(row);
  for (const MigrationCost& row : second.migration) note(row);
  // A change takes some of them, and each column within a few rows.
  const std::size_t step = test::nightly() ? values.size() / test::random_cases(values.size()) : 13;
  int found = 0;
  for (std::size_t i = 0; i < values.size(); i += step) {
    const std::string& value = values[i];
    const auto at = whole.find(value);
    if (value == std::string(8, '\0') || whole.find(value, at + 1) != std::string::npos) continue;
    ASSERT_NE(at, std::string::npos);
    std::string bytes = whole;
    bytes[at + 2] ^= 1;
    std::ofstream(in_folder("damaged.h5"), std::ios::binary) << bytes;
    EXPECT_EQ(outcome_of(in_folder("damaged.h5"), expected), "refused") << at;
    ++found;
  }
  EXPECT_GT(found, test::nightly() ? test::random_cases(20) : 3);
}

TEST_F(TraceDamageTest, TheEpochsBeforeTheDamageAreFound) {
  const auto run = random_run(random_, 3, 40);
  write_interrupted(in_folder("a.h5"), 3, run);
  const std::string whole = contents(in_folder("a.h5"));
  for (const std::size_t epoch : {0U, 1U, 17U, 39U}) {
    std::string value;
    add(value, run[epoch].improvements.empty() ? run[epoch].statistics.front().mean
                                               : run[epoch].improvements.front().fitness);
    std::string bytes = whole;
    const auto at = bytes.find(value);
    ASSERT_NE(at, std::string::npos);
    bytes[at] ^= 1;
    std::ofstream(in_folder("b.h5"), std::ios::binary) << bytes;
    const auto [found, damage] = TraceReader(in_folder("b.h5")).examine();
    EXPECT_EQ(found, epoch);
    EXPECT_THAT(damage, HasSubstr(fmt::format("epoch {} is not as it was written", epoch)));
  }
}

}  // namespace
}  // namespace skerry
