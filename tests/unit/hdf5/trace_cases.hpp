#pragma once

#include "skerry/random.hpp"

#include "hdf5/trace_writer.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace skerry {

/// A folder of a test's own, gone at its end.
class TraceTest : public testing::Test {
 protected:
  TraceTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("skerry-") + test->name() + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~TraceTest() override { std::filesystem::remove_all(folder_); }
  TraceTest(const TraceTest&) = delete;
  TraceTest& operator=(const TraceTest&) = delete;

  std::filesystem::path in_folder(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TraceHeader sample_header(std::size_t islands);

/// A run that might have been: epochs of 0 to 12 generations, some without a migration.
std::vector<EpochRecord> random_run(Random& random, std::size_t islands, std::size_t epochs);

/// The footer that goes with it.
TraceFooter footer_of(const std::vector<EpochRecord>& run);

}  // namespace skerry
