#include "puzzles/external/protocol.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "puzzles/external/declaration.hpp"
#include "unit/random_cases.hpp"

#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::external {
namespace {

using testing::HasSubstr;

Judgement judgement_of_line(const std::string& line) {
  auto read = read_answer(line);
  if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
  return std::get<Answer>(read).judgement;
}

TEST(ExternalProtocol, ReadsAnswers) {
  const auto read = read_answer(R"({"id": "3.120.7", "fitness": 1.5, "violation": 2})");
  ASSERT_TRUE(std::holds_alternative<Answer>(read));
  EXPECT_EQ(std::get<Answer>(read).id, "3.120.7");
  EXPECT_EQ(std::get<Score>(std::get<Answer>(read).judgement), (Score{2, 1.5}));
  EXPECT_EQ(std::get<Score>(judgement_of_line(R"({"fitness": -3, "id": "a", "more": [1, {"x": "}"}]})")),
            (Score{0, -3}));
  EXPECT_EQ(std::get<Score>(judgement_of_line("{\"id\":\"a\",\"fitness\":0.1}\r")), (Score{0, 0.1}));
}

struct BadLine {
  const char* line;
  FailureKind kind;
  const char* reason;
};

class ExternalBadLine : public testing::TestWithParam<BadLine> {};

TEST_P(ExternalBadLine, IsAFailureWithAReason) {
  const Judgement judgement = judgement_of_line(GetParam().line);
  ASSERT_TRUE(std::holds_alternative<Failure>(judgement)) << GetParam().line;
  EXPECT_EQ(std::get<Failure>(judgement).kind, GetParam().kind) << GetParam().line;
  EXPECT_THAT(std::get<Failure>(judgement).reason, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, ExternalBadLine,
    testing::Values(
        BadLine{"hello", FailureKind::no_answer, "\"hello\" is no answer"},
        BadLine{"", FailureKind::no_answer, "no answer"},
        BadLine{"[1, 2]", FailureKind::no_answer, "no answer"},
        BadLine{"1.5", FailureKind::no_answer, "no answer"},
        BadLine{R"({"id": "a", "fitness": 1.5)", FailureKind::no_answer, "no answer"},
        BadLine{R"({"id": "a", "fitness": 1.5} {"id": "b"})", FailureKind::no_answer, "no answer"},
        BadLine{R"({"fitness": 1.5})", FailureKind::no_answer, "no text \"id\""},
        BadLine{R"({"id": 7, "fitness": 1.5})", FailureKind::no_answer, "no text \"id\""},
        BadLine{R"({"id": "a"})", FailureKind::no_answer, "neither"},
        BadLine{R"({"id": "a", "fitness": "1.5"})", FailureKind::invalid,
                "the fitness is \"1.5\"; it is a number"},
        BadLine{R"({"id": "a", "fitness": [1.5]})", FailureKind::invalid, "the fitness is [1.5]"},
        BadLine{R"({"id": "a", "fitness": true})", FailureKind::invalid,
                "the fitness is true; it is a number"},
        BadLine{R"({"id": "a", "fitness": false, "fail": null})", FailureKind::invalid,
                "the fitness is false"},
        BadLine{R"({"id": "a", "fitness": {"value": 1}})", FailureKind::invalid,
                "the fitness is {\"value\":1}"},
        BadLine{R"({"id": "a", "fitness": 1, "violation": true})", FailureKind::invalid,
                "the violation is true"},
        BadLine{R"({"id": "a", "fitness": 1e999})", FailureKind::no_answer, "no answer"},
        BadLine{R"({"id": "a", "fitness": NaN})", FailureKind::invalid, "fitness is no finite number"},
        BadLine{R"({"id": "a", "fitness": -Infinity})", FailureKind::invalid, "fitness is no finite number"},
        BadLine{R"({"id": "a", "fitness": inf})", FailureKind::invalid, "fitness is no finite number"},
        BadLine{R"({"id": "a", "fitness": -nan})", FailureKind::invalid, "fitness is no finite number"},
        BadLine{R"({"id": "a", "fitness": null})", FailureKind::invalid, "fitness is no finite number"},
        BadLine{R"({"id": "a", "fitness": 1, "violation": NaN})", FailureKind::invalid, "violation"},
        BadLine{R"({"id": "a", "fitness": 1, "violation": -0.5})", FailureKind::invalid, "at least 0"},
        BadLine{R"({"id": "a", "fitness": 1, "violation": "no"})", FailureKind::invalid,
                "the violation is \"no\""},
        BadLine{R"({"id": "a", "fail": "licence"})", FailureKind::told, "licence"},
        BadLine{R"({"id": "a", "fail": "NaN inf"})", FailureKind::told, "NaN inf"},
        BadLine{R"({"id": "a", "fail": {"code": 3}})", FailureKind::told, "code"},
        BadLine{R"({"id": "a", "fail": ""})", FailureKind::told, "no reason given"},
        BadLine{R"({"id": "a", "fail": "\n "})", FailureKind::told, "no reason given"},
        BadLine{R"({"id": "a", "fitness": 1, "fail": "both"})", FailureKind::told, "both"},
        BadLine{R"({"id": "a", "fitness": 1, "fail": ""})", FailureKind::told, "no reason given"},
        BadLine{R"({"id": "a", "fitness": 1, "fail": true})", FailureKind::told, "true"},
        BadLine{R"({"id": "a", "fitness": 1, "fail": 3})", FailureKind::told, "3"},
        BadLine{R"({"id": "a", "fail": null})", FailureKind::no_answer, "neither"},
        BadLine{R"({"id": "a", "fail": false})", FailureKind::no_answer, "neither"},
        BadLine{R"({"id": "a", "fitness": null, "fail": null})", FailureKind::invalid, "no finite number"},
        BadLine{"{\"id\": \"a\", \"fail\": \"\xff\xfe\"}", FailureKind::no_answer, "no answer"},
        BadLine{"\x01\x02", FailureKind::no_answer, "no answer"}));

TEST(ExternalProtocol, ToldNoFailureIsNone) {
  for (const char* none : {"null", "false", "0", "0.0", "NaN"}) {
    const std::string keys = std::string(R"("fitness": 2.5, "fail": )") + none;
    const Judgement judgement = judgement_of_line(R"({"id": "a", )" + keys + "}");
    ASSERT_TRUE(std::holds_alternative<Score>(judgement)) << none;
    EXPECT_EQ(std::get<Score>(judgement), (Score{0, 2.5}));
    EXPECT_TRUE(read_result("{" + keys + "}") == judgement) << none;
    EXPECT_EQ(read_ready(std::string(R"({"ready": true, "fail": )") + none + "}"), "");
  }
}

TEST(ExternalProtocol, AWordForInfinityInATextStays) {
  const auto read = read_answer(R"({"id": "NaN", "fitness": NaN, "note": "a \" inf"})");
  ASSERT_TRUE(std::holds_alternative<Answer>(read));
  EXPECT_EQ(std::get<Answer>(read).id, "NaN");
}

TEST(ExternalProtocol, ReadsWhetherAWorkerIsReady) {
  EXPECT_EQ(read_ready(R"({"ready": true, "name": "mine"})"), "");
  EXPECT_THAT(read_ready(R"({"ready": false})"), HasSubstr("it is {\"ready\": true}"));
  EXPECT_THAT(read_ready(R"({"ready": "true"})"), HasSubstr("it is"));
  EXPECT_THAT(read_ready("Loading..."), HasSubstr("Loading..."));
  EXPECT_THAT(read_ready(R"({"fail": "no licence"})"), HasSubstr("no licence"));
  EXPECT_EQ(read_ready(R"({"fail": ""})"), "it says: no reason given");
}

TEST(ExternalProtocol, WritesRequestsAsOneLine) {
  EXPECT_EQ(request_line({.id = "0.1.0", .genome = R"({"x": [1.0]})", .seed = 5}),
            "{\"id\": \"0.1.0\", \"genome\": {\"x\": [1.0]}, \"seed\": 5}\n");
}

TEST(ExternalProtocol, ReadsItsOwnRequests) {
  const Request request{.id = "0.1.0", .genome = R"({"x": [1.0], "n": [2]})", .seed = 9007199254740991};
  const Request read = read_request(request_line(request));
  EXPECT_EQ(read.id, request.id);
  EXPECT_EQ(read.genome, request.genome);
  EXPECT_EQ(read.seed, request.seed);
  EXPECT_EQ(id_of_request(request_line(request)), "0.1.0");
  for (const char* line :
       {"", "{}\n", "{\"id\": \"0.1.0", "{\"id\": \"0.1.0\", \"genome\": {}, \"seed\": 5x}\n",
        "{\"id\": \"0.1.0\", \"genome\": {}}\n"}) {
    EXPECT_THAT([&] { read_request(line); }, testing::ThrowsMessage<DataError>(HasSubstr("is no request")))
        << line;
  }
}

TEST(ExternalJudgement, IsReadBackExactly) {
  const std::vector<Judgement> judgements = {Score{0, 1.5},
                                             Score{0.1, -1.0 / 3},
                                             Score{1e300, 5e-324},
                                             Score{0, -0.0},
                                             Failure{FailureKind::timeout, "no answer within 60 s"},
                                             Failure{FailureKind::told, ""},
                                             Failure{FailureKind::unknown_id, "score 0 1"}};
  for (const Judgement& judgement : judgements) {
    const Judgement read = read_judgement(text_of(judgement));
    EXPECT_TRUE(read == judgement) << text_of(judgement);
    EXPECT_EQ(text_of(read), text_of(judgement));
  }
  EXPECT_EQ(text_of(Score{0, 1.5}), "score 0 1.5");
  for (const char* text : {"", "score", "score 1", "score 1 x", "score 1 2 3", "late"})
    EXPECT_THAT([&] { read_judgement(text); }, testing::ThrowsMessage<DataError>(HasSubstr("is no result")))
        << text;
}

TEST(ExternalProtocol, ReadsAnyRandomLineWithoutHarm) {
  const std::string letters = R"({}[]",:0123456789.eE+-NaInfityul\ idfs)";
  const std::string right = R"({"id": "3.120.7", "fitness": 1.5, "violation": 0})";
  Random random(17);
  int answers = 0;
  for (int i = 0; i < test::random_cases(20000); ++i) {
    std::string line = i % 2 == 0 ? right : "";
    const std::size_t changes = 1 + random.below(i % 2 == 0 ? 3 : 40);
    for (std::size_t change = 0; change < changes; ++change) {
      const char letter = random.chance(0.9)
                              ? letters[random.below(static_cast<std::uint32_t>(letters.size()))]
                              : static_cast<char>(random.below(256));
      const std::size_t place = random.below(static_cast<std::uint32_t>(line.size() + 1));
      line.insert(place, 1, letter);
    }
    const auto read = read_answer(line);
    if (const auto* failure = std::get_if<Failure>(&read)) {
      ASSERT_FALSE(failure->reason.empty());
    } else {
      ++answers;
    }
  }
  EXPECT_GT(answers, 0);
}

TEST(ExternalProtocol, LongTextsAreCutAndControlCharactersAreShownAsSpaces) {
  EXPECT_EQ(shown("a\nb\x1b[c"), "a b [c");
  EXPECT_EQ(shown("\xc3\xa9 \xc3( \xff"), "\xc3\xa9 ?( ?");
  EXPECT_LT(shown(std::string(5000, 'x')).size(), 300U);
}

TEST(ExternalTally, CountsAndNamesEachKind) {
  Tally tally;
  for (int i = 0; i < 5; ++i) tally.count_evaluation();
  EXPECT_EQ(tally.summary(), "");
  EXPECT_TRUE(tally.count_failure({FailureKind::timeout, "no answer within 60 s"}));
  EXPECT_FALSE(tally.count_failure({FailureKind::timeout, "later"}));
  EXPECT_TRUE(tally.count_failure({FailureKind::told, "licence"}));
  EXPECT_EQ(
      tally.summary(),
      "3 of 5 evaluations failed: 1 reported by the evaluator (licence), 2 not answered in time (no answer "
      "within 60 s)");
}

}  // namespace
}  // namespace skerry::external
