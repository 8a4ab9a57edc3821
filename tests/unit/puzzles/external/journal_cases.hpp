#pragma once

#include "puzzles/external/journal_entry.hpp"
#include "unit/trace/trace_cases.hpp"

namespace skerry::test {

using external::AttemptWork;
using external::FailedAttempt;
using external::JournalEntry;
using external::JournalHeader;

/// A folder of journals for each test.
class JournalTest : public TraceTest {
 protected:
  std::filesystem::path folder() const { return in_folder("run.h5.journal"); }
  std::string text(const std::string& name) const {
    std::ifstream stream(folder() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(folder());
    std::ofstream(folder() / name, std::ios::binary) << text;
  }
};

inline JournalHeader header_of_island(std::uint32_t island) {
  return {.evaluation = std::string(64, 'e'), .seed = 7, .island = island};
}

inline JournalEntry paid_entry(const std::string& genome, double fitness, std::uint64_t attempt = 0) {
  return {.genome = genome, .attempt = attempt, .outcome = Score{0, fitness}, .work = AttemptWork{.seed = 5}};
}

inline JournalEntry failed_entry(const std::string& genome, std::uint64_t attempt = 0) {
  return {.genome = genome,
          .attempt = attempt,
          .outcome = FailedAttempt{"timeout", "no answer within 60 s"},
          .work = AttemptWork{.seed = 5}};
}

}  // namespace skerry::test
