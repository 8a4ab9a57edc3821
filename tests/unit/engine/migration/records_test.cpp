#include "engine/migration/plan.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

std::vector<std::byte> buffer_of(std::initializer_list<std::uint64_t> sizes) {
  std::vector<std::byte> buffer;
  for (const std::uint64_t size : sizes) {
    const auto prefix = std::as_bytes(std::span(&size, 1));
    buffer.insert(buffer.end(), prefix.begin(), prefix.end());
    buffer.resize(buffer.size() + size);
  }
  return buffer;
}

TEST(Records, AreFoundBySizeOrByWhatTheySay) {
  std::vector<std::size_t> offsets;
  locate_records(std::vector<std::byte>(30), 3, 10, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 10, 20, 30}));
  locate_records(buffer_of({5, 0, 100}), 3, 0, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 13, 21, 129}));
  locate_records({}, 0, 0, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0}));
}

TEST(Records, OfADamagedBufferAreRefused) {
  std::vector<std::size_t> offsets;
  auto buffer = buffer_of({5, 7});
  buffer.pop_back();
  EXPECT_THROW(locate_records(buffer, 2, 0, offsets), DataError);
  EXPECT_THROW(locate_records(buffer_of({5, 7}), 3, 0, offsets), DataError);
  EXPECT_THROW(locate_records(buffer_of({5, 7}), 1, 0, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector(8, std::byte{0xff}), 1, 0, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector<std::byte>(30), 2, 10, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector<std::byte>(30), 4, 10, offsets), DataError);
}

}  // namespace
}  // namespace skerry
