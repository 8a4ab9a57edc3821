#include "puzzles/external/disk_map.hpp"

#include "support/testing.hpp"

namespace skerry::external {
namespace {

TEST(DiskMapTest, FindsWhatWasSetLast) {
  DiskMap map;
  EXPECT_EQ(map.find(0, {1, 2}), std::nullopt);
  map.set(0, {1, 2}, "one");
  map.set(1, {1, 2}, std::string("t\0o", 3));
  map.set(0, {2, 1}, "");
  EXPECT_EQ(map.find(0, {1, 2}), "one");
  EXPECT_EQ(map.find(1, {1, 2}), std::string("t\0o", 3));
  EXPECT_EQ(map.find(0, {2, 1}), "");
  map.set(0, {1, 2}, "another");
  EXPECT_EQ(map.find(0, {1, 2}), "another");
}

std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("RssAnon:")) return std::stoul(line.substr(8));
  return 0;
}

TEST(DiskMapTest, KeepsLittleInMemory) {
#ifdef SKERRY_SANITIZE
  GTEST_SKIP() << "AddressSanitizer keeps what is freed";
#endif
  DiskMap map;
  const std::size_t before = resident_kib();
  const std::string value(400, 'x');
  for (std::uint64_t i = 0; i < 20000; ++i) map.set(0, {i * 0x9e3779b97f4a7c15U, i}, value);
  EXPECT_LT(resident_kib(), before + 4096);
  EXPECT_EQ(map.find(0, {3 * 0x9e3779b97f4a7c15U, 3}), value);
}

}  // namespace
}  // namespace skerry::external
