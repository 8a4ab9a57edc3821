#include "migration/records.hpp"

#include "skerry/error.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

std::vector<std::byte> parcel_of(std::initializer_list<std::uint64_t> sizes) {
  std::vector<std::byte> parcel;
  for (const std::uint64_t size : sizes) {
    const auto prefix = std::as_bytes(std::span(&size, 1));
    parcel.insert(parcel.end(), prefix.begin(), prefix.end());
    parcel.resize(parcel.size() + size);
  }
  return parcel;
}

TEST(Records, AreFoundBySizeOrByWhatTheySay) {
  std::vector<std::size_t> offsets;
  locate_records(std::vector<std::byte>(30), 3, 10, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 10, 20, 30}));
  locate_records(parcel_of({5, 0, 100}), 3, 0, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 13, 21, 129}));
  locate_records({}, 0, 0, offsets);
  EXPECT_EQ(offsets, (std::vector<std::size_t>{0}));
}

TEST(Records, OfADamagedParcelAreRefused) {
  std::vector<std::size_t> offsets;
  auto parcel = parcel_of({5, 7});
  parcel.pop_back();
  EXPECT_THROW(locate_records(parcel, 2, 0, offsets), DataError);
  EXPECT_THROW(locate_records(parcel_of({5, 7}), 3, 0, offsets), DataError);
  EXPECT_THROW(locate_records(parcel_of({5, 7}), 1, 0, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector(8, std::byte{0xff}), 1, 0, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector<std::byte>(30), 2, 10, offsets), DataError);
  EXPECT_THROW(locate_records(std::vector<std::byte>(30), 4, 10, offsets), DataError);
}

}  // namespace
}  // namespace skerry
