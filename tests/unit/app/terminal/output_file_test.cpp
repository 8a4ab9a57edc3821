#include "app/terminal/console.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace output_file_test {

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(ReplaceFile, LeavesTheNewTextAlone) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "skerry-replace-file";
  std::filesystem::remove_all(folder);
  make_folder(folder / "deeper");
  make_folder(folder / "deeper");
  const std::filesystem::path file = folder / "deeper" / "a.json";
  replace_file(file, "first");
  replace_file(file, "second");
  EXPECT_EQ(contents(file), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "deeper"), {}), 1);
  EXPECT_THROW(replace_file(folder / "none" / "a.json", "text"), UsageError);
  EXPECT_THROW(replace_file(folder / "deeper", "text"), Error) << "a folder";
  EXPECT_THROW(make_folder(file / "below"), UsageError);
  std::filesystem::remove_all(folder);
}

TEST(OutputFile, IsWholeOrAsItWas) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "skerry-output-file";
  std::filesystem::remove_all(folder);
  make_folder(folder);
  const std::filesystem::path file = folder / "a.csv";
  replace_file(file, "before");
  std::filesystem::create_symlink("a.csv", folder / "link.csv");
  {
    OutputFile given_up(folder / "link.csv");
    given_up.write("half");
  }
  EXPECT_EQ(contents(file), "before");
  OutputFile output(folder / "link.csv");
  output.write("after");
  output.close();
  EXPECT_EQ(contents(file), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
  OutputFile("/dev/null").write("what is no file is written to");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::remove_all(folder);
}

}  // namespace output_file_test
}  // namespace skerry
