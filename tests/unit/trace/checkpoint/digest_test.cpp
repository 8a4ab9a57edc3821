#include "support/testing.hpp"
#include "trace/checkpoint/format.hpp"

namespace skerry {
namespace digest_test {

TEST(Digest, OfAFileIsThatOfItsContents) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "skerry_digest";
  for (const std::size_t size : {0U, 3U, 1U << 20U, (1U << 20U) + 1U, 3'000'000U}) {
    const std::string text(size, 'x');
    std::ofstream(file, std::ios::binary) << text;
    EXPECT_EQ(digest_of_file(file), digest_of(text)) << size << " bytes";
  }
  std::ofstream(file, std::ios::binary) << "abc";
  EXPECT_EQ(hexadecimal(digest_of_file(file)),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      << "the example of FIPS 180-2";
  std::filesystem::remove(file);
}

TEST(Digest, NeedsAFile) {
  EXPECT_EQ(message_of<DataError>([] { digest_of_file("none"); }),
            "cannot read none: No such file or directory");
  EXPECT_EQ(message_of<DataError>([] { digest_of_file("."); }), "cannot read .: it is no ordinary file");
}

}  // namespace digest_test
}  // namespace skerry
