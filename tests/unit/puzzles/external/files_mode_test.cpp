#include "puzzles/external/declaration.hpp"
#include "puzzles/external/program_run.hpp"
#include "support/testing.hpp"
#include "unit/temporary_folder.hpp"

#include <sys/stat.h>

namespace skerry::external {
namespace {

namespace fs = std::filesystem;
using testing::Optional;

const Space two_parts = {{"x", Box<>(3, -1, 1)}, {"order", Permutations<>(2)}};
const Genome two_values = {{Reals<>{0.5, -1.0, 1e-7}, Permutation<>{1, 0}}};

std::string filled(const std::string& text) {
  const Request request{.id = "0.4.1", .genome = "{}", .seed = 12};
  return TemplateText(text, two_parts, "deck.in").filled(two_parts, two_values, request, "/home/me");
}

TEST(ExternalTemplate, FillsItsPlaces) {
  EXPECT_EQ(filled("a {{x}} b\n{{ x[2] }}|{{order[0]}}|{{seed}}|{{id}}|{{folder}}/f"),
            "a 0.5 -1.0 1e-07 b\n1e-07|1|12|0.4.1|/home/me/f");
  EXPECT_EQ(filled("{ one } }}"), "{ one } }}");
  EXPECT_EQ(filled(""), "");
}

TEST(ExternalTemplate, RefusesPlacesThatAreNone) {
  for (const char* text : {"{{y}}", "{{x[3]}}", "{{x[-1]}}", "{{x[1}}", "{{x[a]}}", "{{}}", "{{x"}) {
    EXPECT_THAT([&] { filled(text); }, ThrowsMessage<UsageError>(HasSubstr("deck.in"))) << text;
  }
}

TEST(ExternalPattern, FindsTheLastNumber) {
  const std::regex pattern(R"(F = (\S+))");
  EXPECT_THAT(last_number(pattern, "F = 1\nF = 2.5\nthe end"), Optional(2.5));
  EXPECT_THAT(last_number(pattern, "F = 1\nF = none\n"), Optional(1));
  EXPECT_THAT(last_number(pattern, "F = -1.5D+03"), Optional(-1500));
  EXPECT_THAT(last_number(pattern, "F = +2"), Optional(2));
  EXPECT_THAT(last_number(pattern, "F = -0.15000-101"), Optional(-0.15e-101));
  EXPECT_THAT(last_number(pattern, "F = 0.15000+101"), Optional(0.15e101));
  EXPECT_THAT(last_number(pattern, "F = 1.5e-400"), Optional(0));
  EXPECT_EQ(last_number(pattern, "F = 1.5e400"), std::nullopt);
  EXPECT_EQ(last_number(pattern, "F = 15-7"), std::nullopt);
  EXPECT_EQ(last_number(pattern, ""), std::nullopt);
  EXPECT_EQ(last_number(pattern, "F 1\n"), std::nullopt);
  EXPECT_EQ(last_number(std::regex("(a|b)*x"), std::string(1 << 20, 'a')), std::nullopt);
}

class ExternalFolder : public testing::Test {
 protected:
  ExternalFolder() { std::ofstream(place_ / "secret") << "secret"; }

  const test::TemporaryFolder temporary_;
  const fs::path place_ = temporary_.path();
};

TEST_F(ExternalFolder, WritesReadsAndVanishes) {
  fs::path path;
  {
    const EvaluationFolder folder(place_ / "new" / "parent", "0.1.0");
    path = folder.path();
    EXPECT_TRUE(folder.write("a", "text"));
    EXPECT_FALSE(folder.write("a", "again"));
    fs::create_directories(path / "sub");
    std::ofstream(path / "sub" / "b") << "deep";
    EXPECT_THAT(folder.read("a", 100), Optional(std::string("text")));
    EXPECT_THAT(folder.read("sub/b", 100), Optional(std::string("deep")));
    EXPECT_THAT(folder.read("a", 2), Optional(std::string("tex")));
    EXPECT_EQ(folder.read("none", 100), std::nullopt);
    const EvaluationFolder other(place_ / "new" / "parent", "0.1.0");
    EXPECT_NE(other.path(), path);
    folder.remove();
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ExternalFolder, NoLinkLeadsOutOfIt) {
  const EvaluationFolder folder(place_, "0.1.0");
  fs::create_symlink(place_ / "secret", folder.path() / "link");
  fs::create_directory_symlink(place_, folder.path() / "folder");
  ASSERT_EQ(::mkfifo((folder.path() / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(folder.read("link", 100), std::nullopt);
  EXPECT_EQ(folder.read("folder/secret", 100), std::nullopt);
  EXPECT_EQ(folder.read("fifo", 100), std::nullopt);
  EXPECT_EQ(folder.read("folder", 100), std::nullopt);
  EXPECT_FALSE(folder.write("link", "changed"));
  folder.remove();
  EXPECT_TRUE(fs::exists(place_ / "secret"));
}

}  // namespace
}  // namespace skerry::external
