#pragma once

#include "support/testing.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_writer.hpp"
#include "unit/temporary_folder.hpp"

#include <csignal>

#include <sys/resource.h>

namespace skerry {

/// Has a folder of its own for each test.
class TraceTest : public testing::Test {
 protected:
  std::filesystem::path in_folder(const std::string& name) const { return folder_.path() / name; }

 private:
  test::TemporaryFolder folder_;
};

/// A limit on the size of files, which has the effect of a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t size_bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{size_bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Has a process of its own do this work, and kills it after `meanwhile`, which begins once it has called the
/// function that it is given.
void kill_at_work(const std::function<void(const std::function<void()>& say_started)>& work,
                  const std::function<void()>& meanwhile);

/// Returns the header of a run that began at a fixed time, so that traces of it can be compared.
TraceHeader sample_header(std::size_t islands);

/// Makes the records of a run: epochs of 0 to 12 generations, some without a migration.
std::vector<EpochRecord> random_run(Random& random, std::size_t islands, std::size_t epochs);

/// Makes the footer of that run.
TraceFooter footer_of(std::span<const EpochRecord> run);

void append(TraceWriter& writer, std::span<const EpochRecord> records);

/// Writes the trace of a run that has ended, in place of an earlier one.
void write_trace(const std::filesystem::path& file, const TraceHeader& header,
                 std::span<const EpochRecord> run);

/// Writes the trace of that run anew, where `past` has its first epochs and `kept` of them are kept.
void continue_trace(const std::filesystem::path& file, const TraceHeader& header, const TraceReader& past,
                    std::size_t kept, std::span<const EpochRecord> run);

template <Record R>
void expect_same_rows(const std::vector<R>& read, const std::vector<R>& written) {
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    for_each_member<R>([&](const auto& member) {
      EXPECT_EQ(read[i].*member.pointer, written[i].*member.pointer) << member.name << " " << i;
    });
  }
}

}  // namespace skerry
