#include "skerry/app/settings.hpp"

#include "support/testing.hpp"
#include "trace/checkpoint/format.hpp"
#include "unit/temporary_folder.hpp"

namespace skerry {
namespace {

class FilesTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  const test::TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
  Files files_;
};

TEST_F(FilesTest, ReadsEachFileOnce) {
  const std::string bytes("a\r\nb\0c", 6);
  const auto file = write("a.csv", bytes);
  EXPECT_EQ(files_.read(file), bytes);
  write("a.csv", "changed");
  EXPECT_EQ(files_.read(file), bytes);
  EXPECT_EQ(files_.contents().size(), 1U);
}

TEST_F(FilesTest, DigestsAreThoseOfSha256sum) {
  const auto empty = write("empty", "");
  const auto abc = write("abc", "abc");
  files_.read(empty);
  files_.read(abc);
  const auto digests = files_.digests();
  EXPECT_EQ(digests.at(empty), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digests.at(abc), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(FilesTest, OtherRanksIdentifyWhatTheFirstHasIdentified) {
  const auto abc = write("abc", "abc");
  const auto digest = files_.identify(abc);
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(*digest, files_.digests().at(abc));
  EXPECT_FALSE(files_.identify(folder_ / "none"));
  EXPECT_FALSE(files_.identify(folder_));
  write("abc", "changed");
  EXPECT_EQ(files_.identify(abc), digest);
  Files other;
  other.replace(files_.contents(), files_.identified());
  EXPECT_EQ(other.identify(abc), digest);
  EXPECT_FALSE(other.identify(write("new", "text")));
}

TEST_F(FilesTest, WhatIsProvidedStandsForTheFile) {
  const auto file = write("a.toml", "on disk");
  files_.provide(file, "as it was");
  EXPECT_EQ(files_.read_configuration(file), "as it was");
  files_.provide(folder_ / "gone.toml", "abc");
  EXPECT_EQ(files_.read_configuration(folder_ / "gone.toml"), "abc");
  EXPECT_EQ(files_.contents().size(), 2U) << "so that other ranks get it, too";
  EXPECT_EQ(files_.digests().at(folder_ / "gone.toml"), hexadecimal(digest_of(std::string("abc"))));
}

TEST_F(FilesTest, AMissingFileIsAMistakeOfDataOrOfUsage) {
  const auto file = folder_ / "none.toml";
  const std::string message = "cannot read " + file.string() + ": No such file or directory";
  EXPECT_EQ(message_of<UsageError>([&] { files_.read_configuration(file); }), message);
  EXPECT_EQ(message_of<DataError>([&] { files_.read(file); }), message);
  EXPECT_TRUE(files_.contents().empty());
}

TEST_F(FilesTest, AFolderIsNoFile) {
  EXPECT_THAT(message_of<DataError>([&] { files_.read(folder_); }), HasSubstr("it is a folder"));
}

TEST_F(FilesTest, OtherRanksHaveOnlyTheCopy) {
  const auto file = write("a.csv", "text");
  files_.replace({{"far/b.csv", "b"}});
  EXPECT_EQ(files_.read("far/b.csv"), "b");
  EXPECT_THAT(message_of<Error>([&] { files_.read(file); }), HasSubstr("was not read by the first rank"));
}

}  // namespace
}  // namespace skerry
