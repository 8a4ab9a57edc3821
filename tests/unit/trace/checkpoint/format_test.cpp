#include "trace/checkpoint/format.hpp"

#include "support/testing.hpp"
#include "unit/temporary_folder.hpp"

namespace skerry::checkpoint_format {
namespace {

class CheckpointFormat : public testing::Test {
 protected:
  /// Returns a header whose sections have these sizes, followed by `body_size` bytes.
  std::string file_of(const std::vector<std::uint64_t>& sizes, std::size_t body_size) const {
    Header header;
    header.preamble.islands = sizes.size();
    for (const std::uint64_t size : sizes) header.sections.push_back({size, {}});
    return file_with(header, body_size);
  }

  std::string file_with(const Header& header, std::size_t body_size = 0) const {
    const auto bytes = pack(header);
    std::ofstream stream(file_, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream << std::string(body_size, '.');
    return file_;
  }

 private:
  const test::TemporaryFolder folder_;
  const std::string file_ = folder_.path() / "a.checkpoint";
};

TEST_F(CheckpointFormat, ReadsWhatItPacks) {
  const Header header = read_header(file_of({3, 0, 4}, 7));
  ASSERT_EQ(header.sections.size(), 3U);
  EXPECT_EQ(header.sections[2].size_bytes, 4U);
}

TEST_F(CheckpointFormat, RefusesSectionsThatDoNotFillTheFile) {
  for (const std::size_t body_size : {6U, 8U}) {
    const std::string file = file_of({3, 4}, body_size);
    EXPECT_THAT(message_of<DataError>([&] { read_header(file); }), HasSubstr("bytes in place of"));
  }
}

TEST_F(CheckpointFormat, RefusesSizesWhoseSumOverflowsIntoTheRightOne) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_THROW(read_header(file_of({half, half, 7}, 7)), DataError);
}

TEST_F(CheckpointFormat, RefusesAnotherVersionOfSkerryByName) {
  Header header;
  header.preamble.program = {'0', '.', '1', '.', '9'};
  const auto refusal = [&] { return message_of<DataError>([&] { read_header(file_with(header)); }); };
  EXPECT_THAT(refusal(), HasSubstr("skerry 0.1.9 wrote the checkpoint (format version " +
                                   std::to_string(header.preamble.version) + "), and this is skerry"));
  header.preamble.version = 7;
  header.preamble.program = {'9', '.', '0'};
  EXPECT_THAT(refusal(), HasSubstr("skerry 9.0 wrote the checkpoint (format version 7)"));
  EXPECT_THAT(refusal(), HasSubstr("finish the run with skerry 9.0, or remove the checkpoint"));
}

}  // namespace
}  // namespace skerry::checkpoint_format
