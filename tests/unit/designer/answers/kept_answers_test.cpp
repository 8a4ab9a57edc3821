#include "designer/answers/questions.hpp"
#include "support/testing.hpp"

namespace skerry::party {
namespace kept_answers_test {

const auto never = [] { return false; };
const auto final_if_proven = [](const PriceAnswer& answer) { return answer.proven; };

class KeptAnswersTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "skerry-kept-answers";
  std::filesystem::path file_ = folder_ / "deeper" / "small.kept.json";
};

PriceAnswer price(double best, bool proven) {
  return {.solvable = true, .best = best, .bound = proven ? best : best - 0.1, .proven = proven};
}

/// Asks a question to which that is the answer, unless one is kept.
PriceAnswer answered(KeptAnswers& kept, const char* question, const PriceAnswer& answer) {
  return kept.ask(
      question, [&] { return answer; }, final_if_proven);
}

TEST_F(KeptAnswersTest, AreTakenOverWithTheirSeconds) {
  double seconds = 0;
  {
    KeptAnswers kept(file_, 60, never);
    EXPECT_EQ(answered(kept, "a", price(0.1 + 0.2, true)).best, 0.1 + 0.2);
    answered(kept, "b", price(7, false));
    seconds = kept.seconds();
  }
  KeptAnswers kept(file_, 60, never);
  const auto fail = []() -> PriceAnswer { throw Error(ExitStatus::failed, "asked again"); };
  const PriceAnswer a = kept.ask("a", fail, final_if_proven), b = kept.ask("b", fail, final_if_proven);
  EXPECT_EQ(a.best, 0.1 + 0.2);
  EXPECT_EQ(a.solvable, true);
  EXPECT_TRUE(a.proven);
  EXPECT_EQ(b.bound, 7 - 0.1);
  EXPECT_LE(seconds - kept.seconds(), 0.1);
  EXPECT_THROW(kept.ask("c", fail, final_if_proven), Error);
}

TEST_F(KeptAnswersTest, ThatTimeCutShortAreAskedAgainWithMoreOfIt) {
  {
    KeptAnswers kept(file_, 60, never);
    answered(kept, "a", price(5, true));
    answered(kept, "b", price(7, false));
  }
  KeptAnswers kept(file_, 120, never);
  EXPECT_NE(kept.find("a"), nullptr);
  EXPECT_EQ(kept.find("b"), nullptr);
}

TEST_F(KeptAnswersTest, AreNotThoseThatAnInterruptionCutShort) {
  bool interrupted = false;
  KeptAnswers kept(file_, 60, [&] { return interrupted; });
  interrupted = true;
  answered(kept, "a", price(7, false));
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(KeptAnswersTest, WithoutAFileLastAsLongAsTheObject) {
  KeptAnswers kept;
  answered(kept, "a", price(7, false));
  EXPECT_EQ(answered(kept, "a", price(8, false)).best, 7);
}

TEST_F(KeptAnswersTest, AreNotReadFromAnotherFile) {
  std::filesystem::create_directories(file_.parent_path());
  for (const char* text :
       {"", "{", "[]", R"({"schema": "other"})", R"({"schema": "skerry.kept-answers/1"})"}) {
    std::ofstream(file_) << text;
    EXPECT_THROW(KeptAnswers(file_, 60, never), DataError) << text;
  }
}

TEST_F(KeptAnswersTest, RemoveWhatAKilledProcessLeft) {
  std::filesystem::create_directories(file_.parent_path());
  std::ofstream(file_.string() + ".77.part") << "half";
  std::ofstream(folder_ / "deeper" / "other.kept.json.77.part") << "half";
  const KeptAnswers kept(file_, 60, never);
  EXPECT_FALSE(std::filesystem::exists(file_.string() + ".77.part"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "deeper" / "other.kept.json.77.part"));
}

TEST_F(KeptAnswersTest, HaveAFileForEachPuzzleAndItsSettings) {
  ValidationSettings settings;
  const auto file = [&](const std::string& digest) {
    return kept_file("kept", "puzzles/small.toml", {{"small.toml", digest}}, settings);
  };
  const auto before = file("12");
  EXPECT_THAT(before.string(), HasSubstr("kept/small-"));
  EXPECT_NE(file("34"), before);
  settings.seconds = 120;
  EXPECT_EQ(file("12"), before);
  settings.within = 0.05;
  EXPECT_NE(file("12"), before);
}

}  // namespace kept_answers_test
}  // namespace skerry::party
