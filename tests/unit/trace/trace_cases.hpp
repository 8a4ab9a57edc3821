#pragma once

#include "skerry/random.hpp"

#include "trace/trace_writer.hpp"

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace skerry {

/// A folder for each test, removed at its end.
class TraceTest : public testing::Test {
 public:
  TraceTest(const TraceTest&) = delete;
  TraceTest& operator=(const TraceTest&) = delete;

 protected:
  TraceTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("skerry-") + test->name() + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~TraceTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path in_folder(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
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

TraceHeader sample_header(std::size_t islands);

/// Makes the records of a run: epochs of 0 to 12 generations, some without a migration.
std::vector<EpochRecord> random_run(Random& random, std::size_t islands, std::size_t epochs);

/// Makes the footer of that run.
TraceFooter footer_of(const std::vector<EpochRecord>& run);

}  // namespace skerry
