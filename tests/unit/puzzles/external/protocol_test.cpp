#include "puzzles/external/protocol.hpp"

#include "puzzles/external/batch.hpp"
#include "puzzles/external/declaration.hpp"
#include "support/testing.hpp"

namespace skerry::external {
namespace {

using Answers = std::variant<std::vector<Answer>, Failure>;

Declaration measuring(std::size_t objectives, std::size_t features) {
  Declaration declaration;
  for (std::size_t i = 0; i < objectives; ++i) declaration.objectives.push_back({.name = "cost"});
  for (std::size_t i = 0; i < features; ++i) declaration.features.push_back({.name = "size"});
  return declaration;
}

/// Expects a line of one answer.
Judgement judgement_of_line(const std::string& line, const Declaration& declaration = {}) {
  Answers read = read_answers(line, declaration);
  if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
  EXPECT_EQ(std::get<std::vector<Answer>>(read).size(), 1U);
  return std::get<std::vector<Answer>>(read).at(0).judgement;
}

Score score_of(const Judgement& judgement) {
  return std::get<Scored>(judgement).score;
}

TEST(ExternalProtocol, ReadsAnswers) {
  const Answers read = read_answers(R"({"id": "3.120.7", "fitness": 1.5, "violation": 2})", {});
  const Answer answer = std::get<std::vector<Answer>>(read).at(0);
  EXPECT_EQ(answer.id, "3.120.7");
  EXPECT_EQ(score_of(answer.judgement), (Score{2, 1.5}));
  EXPECT_EQ(score_of(judgement_of_line(R"({"fitness": -3, "id": "a", "more": [1, {"x": "}"}]})")),
            (Score{0, -3}));
  EXPECT_EQ(score_of(judgement_of_line("{\"id\":\"a\",\"fitness\":0.1}\r")), (Score{0, 0.1}));
}

struct BadLine {
  const char* line;
  const char* reason;
};

void expect_failures(FailureKind kind, std::span<const BadLine> lines) {
  for (const auto& [line, reason] : lines) {
    const Judgement judgement = judgement_of_line(line);
    ASSERT_TRUE(std::holds_alternative<Failure>(judgement)) << line;
    EXPECT_EQ(std::get<Failure>(judgement).kind, kind) << line;
    EXPECT_THAT(std::get<Failure>(judgement).reason, HasSubstr(reason)) << line;
  }
}

constexpr BadLine no_answers[] = {
    {"hello", "\"hello\" is no answer"},
    {"", "no answer"},
    {"[1, 2]", "no answer"},
    {"1.5", "no answer"},
    {R"({"id": "a", "fitness": 1.5)", "no answer"},
    {R"({"id": "a", "fitness": 1.5} {"id": "b"})", "no answer"},
    {R"({"fitness": 1.5})", "no text \"id\""},
    {R"({"id": 7, "fitness": 1.5})", "no text \"id\""},
    {R"({"id": "a"})", "neither"},
    {R"({"id": "a", "fitness": 1e999})", "no answer"},
    {R"({"id": "a", "fail": null})", "neither"},
    {R"({"id": "a", "fail": false})", "neither"},
    {"{\"id\": \"a\", \"fail\": \"\xff\xfe\"}", "no answer"},
    {"\x01\x02", "no answer"},
};

constexpr BadLine invalid_answers[] = {
    {R"({"id": "a", "fitness": "1.5"})", "the fitness is \"1.5\"; it is a number"},
    {R"({"id": "a", "fitness": [1.5]})", "the fitness is [1.5]"},
    {R"({"id": "a", "fitness": true})", "the fitness is true; it is a number"},
    {R"({"id": "a", "fitness": false, "fail": null})", "the fitness is false"},
    {R"({"id": "a", "fitness": {"value": 1}})", "the fitness is {\"value\":1}"},
    {R"({"id": "a", "fitness": 1, "violation": true})", "the violation is true"},
    {R"({"id": "a", "fitness": NaN})", "fitness is no finite number"},
    {R"({"id": "a", "fitness": -Infinity})", "fitness is no finite number"},
    {R"({"id": "a", "fitness": inf})", "fitness is no finite number"},
    {R"({"id": "a", "fitness": -nan})", "fitness is no finite number"},
    {R"({"id": "a", "fitness": null})", "fitness is no finite number"},
    {R"({"id": "a", "fitness": 1, "violation": NaN})", "violation"},
    {R"({"id": "a", "fitness": 1, "violation": -0.5})", "at least 0"},
    {R"({"id": "a", "fitness": 1, "violation": "no"})", "the violation is \"no\""},
    {R"({"id": "a", "fitness": null, "fail": null})", "no finite number"},
};

constexpr BadLine told_failures[] = {
    {R"({"id": "a", "fail": "licence"})", "licence"},
    {R"({"id": "a", "fail": "NaN inf"})", "NaN inf"},
    {R"({"id": "a", "fail": {"code": 3}})", "code"},
    {R"({"id": "a", "fail": ""})", "no reason given"},
    {R"({"id": "a", "fail": "\n "})", "no reason given"},
    {R"({"id": "a", "fitness": 1, "fail": "both"})", "both"},
    {R"({"id": "a", "fitness": 1, "fail": ""})", "no reason given"},
    {R"({"id": "a", "fitness": 1, "fail": true})", "true"},
    {R"({"id": "a", "fitness": 1, "fail": 3})", "3"},
};

TEST(ExternalProtocol, ABadLineIsAFailureWithAReason) {
  expect_failures(FailureKind::no_answer, no_answers);
  expect_failures(FailureKind::invalid, invalid_answers);
  expect_failures(FailureKind::told, told_failures);
}

TEST(ExternalProtocol, ToldNoFailureIsNone) {
  for (const char* none : {"null", "false", "0", "0.0", "NaN"}) {
    const std::string keys = std::string(R"("fitness": 2.5, "fail": )") + none;
    const Judgement judgement = judgement_of_line(R"({"id": "a", )" + keys + "}");
    ASSERT_TRUE(std::holds_alternative<Scored>(judgement)) << none;
    EXPECT_EQ(score_of(judgement), (Score{0, 2.5}));
    EXPECT_TRUE(read_result("{" + keys + "}", {}) == judgement) << none;
    EXPECT_EQ(read_ready(std::string(R"({"ready": true, "fail": )") + none + "}").mistake, "");
  }
}

TEST(ExternalProtocol, ReadsWhatIsDeclared) {
  const char* line = R"({"id": "a", "fitness": 7, "objectives": [1.5, 2], "features": [3]})";
  const Judgement all = judgement_of_line(line, measuring(2, 1));
  EXPECT_EQ(std::get<Scored>(all), Scored({0, 7}, {1.5, 2, 3}));
  EXPECT_EQ(std::get<Scored>(judgement_of_line(line, measuring(0, 1))), Scored({0, 7}, {3}));
  EXPECT_EQ(std::get<Scored>(judgement_of_line(line)), Scored({0, 7}));
}

TEST(ExternalProtocol, TheFirstObjectiveIsAFitnessOfTheSameDirection) {
  const char* line = R"({"id": "a", "violation": 1, "objectives": [1.5, 2]})";
  Declaration declaration = measuring(2, 0);
  EXPECT_EQ(std::get<Scored>(judgement_of_line(line, declaration)), Scored({1, 1.5}, {1.5, 2}));
  declaration.direction = Direction::maximise;
  EXPECT_THAT(std::get<Failure>(judgement_of_line(line, declaration)).reason,
              HasSubstr("the first objective, cost, has another direction than the problem"));
}

TEST(ExternalProtocol, ACategoryIsAnIndexOrAName) {
  Declaration declaration = measuring(0, 1);
  declaration.features.push_back(categorical_feature("kind", {"a", "b"}));
  EXPECT_THAT(first_line(declaration), HasSubstr(R"({"name":"kind","categories":["a","b"]})"));
  const auto judge = [&](std::string kind) {
    return judgement_of_line(R"({"id": "i", "fitness": 7, "features": [0.5, )" + kind + "]}", declaration);
  };
  for (const char* second : {"1", "1.0", "\"b\""})
    EXPECT_EQ(std::get<Scored>(judge(second)), Scored({0, 7}, {0.5, 1})) << second;
  for (const char* wrong : {"2", "-1", "0.5", "1e300", "\"c\"", "\"1\"", "null", "true", "NaN", "[0]"}) {
    const auto failure = std::get<Failure>(judge(wrong));
    EXPECT_EQ(failure.kind, FailureKind::invalid);
    EXPECT_THAT(failure.reason, HasSubstr("; it is one of a, b, or its index, 0 to 1")) << wrong;
  }
}

TEST(ExternalProtocol, MeasuresThatAreNotThoseDeclaredAreAFailure) {
  const auto reason = [](const char* keys) {
    const std::string line = std::string(R"({"id": "a", "fitness": 7, )") + keys + "}";
    const auto failure = std::get<Failure>(judgement_of_line(line, measuring(2, 1)));
    EXPECT_EQ(failure.kind, FailureKind::invalid);
    return failure.reason;
  };
  EXPECT_EQ(reason(R"("features": [1])"), "the objectives are missing; they are a list of 2 finite numbers");
  EXPECT_EQ(reason(R"("objectives": [1], "features": [1])"),
            "the objectives are [1]; they are a list of 2 finite numbers");
  for (const char* wrong : {"[1, true]", "[1, \"2\"]", "[1, null]", "[1, NaN]", "3", "{}", "[1, 2, 3]"}) {
    EXPECT_THAT(reason((std::string(R"("features": [1], "objectives": )") + wrong).c_str()),
                HasSubstr("they are a list of 2 finite numbers"));
  }
  EXPECT_EQ(reason(R"("objectives": [1, 2])"),
            "the features are missing; they are a list of 1 finite number");
}

TEST(ExternalProtocol, ReadsBatches) {
  const Answers read =
      read_answers(R"({"batch": ["a", "b", "c"], "fitness": [1, null, 3], "objectives": [[1], null, ["x"]],)"
                   R"( "violation": [0.5, 0, 0], "fail": {"b": "licence"}})",
                   measuring(1, 0));
  const auto& answers = std::get<std::vector<Answer>>(read);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].id, "a");
  EXPECT_EQ(std::get<Scored>(answers[0].judgement), Scored({0.5, 1}, {1}));
  EXPECT_EQ(std::get<Failure>(answers[1].judgement), (Failure{FailureKind::told, "licence"}));
  EXPECT_THAT(std::get<Failure>(answers[2].judgement).reason, HasSubstr("the objectives are [\"x\"]"));
  for (const char* wrong : {R"({"batch": "a", "fitness": [1]})", R"({"batch": [1], "fitness": [1]})",
                            R"({"batch": ["a", "b"], "fitness": [1]})", R"({"batch": ["a"], "fitness": 1})",
                            R"({"batch": ["a"], "fitness": [1], "violation": []})",
                            R"({"batch": ["a"], "fitness": [1], "fail": "all"})"}) {
    const Answers found = read_answers(wrong, {});
    ASSERT_TRUE(std::holds_alternative<Failure>(found)) << wrong;
    EXPECT_EQ(std::get<Failure>(found).kind, FailureKind::no_answer);
  }
}

TEST(ExternalProtocol, JoinsRequests) {
  const Space space = {{"x", Box<>(2, 0, 1)}, {"x1", IntegerBox<>(1, 0, 9)}};
  BatchLine batch(space);
  EXPECT_TRUE(batch.empty());
  for (int i = 0; i < 2; ++i) {
    for (const char* id : {"0.1.0", "0.2.0"})
      batch.add(request_line({.id = id, .genome = R"({"x": [0.5, 1.0], "x1": [3]})", .seed = 5}));
    EXPECT_EQ(batch.take(),
              "{\"batch\": [\"0.1.0\", \"0.2.0\"], \"genomes\": {\"x\": [[0.5, 1.0], [0.5, 1.0]], \"x1\": "
              "[[3], [3]]}, \"seeds\": [5, 5]}\n");
  }
}

TEST(ExternalProtocol, AJoinedLineKeepsToTheLimit) {
  const Space space = {{"x", Box<>(1, 0, 1)}};
  const std::string request = request_line({.id = "0.1.0", .genome = R"({"x": [0.5]})", .seed = 5});
  BatchLine batch(space);
  std::size_t requests = 0;
  for (; batch.has_room(request); ++requests) batch.add(request);
  EXPECT_GT(requests, 1000U);
  EXPECT_LE(batch.take().size(), most_message_bytes);
  const std::string long_one =
      request_line({.id = "0.2.0", .genome = R"({"x": [0.)" + std::string(most_message_bytes, '1') + "]}"});
  EXPECT_TRUE(batch.has_room(long_one));
}

TEST(ExternalProtocol, AWordForInfinityInATextStays) {
  const Answers read = read_answers(R"({"id": "NaN", "fitness": NaN, "note": "a \" inf"})", {});
  EXPECT_EQ(std::get<std::vector<Answer>>(read).at(0).id, "NaN");
}

TEST(ExternalProtocol, ReadsWhetherAWorkerIsReady) {
  const auto mistake = [](const char* line) { return read_ready(line).mistake; };
  EXPECT_EQ(mistake(R"({"ready": true, "name": "mine"})"), "");
  EXPECT_THAT(mistake(R"({"ready": false})"), HasSubstr("it is {\"ready\": true}"));
  EXPECT_THAT(mistake(R"({"ready": "true"})"), HasSubstr("it is"));
  EXPECT_THAT(mistake("Loading..."), HasSubstr("Loading..."));
  EXPECT_THAT(mistake(R"({"fail": "no licence"})"), HasSubstr("no licence"));
  EXPECT_EQ(mistake(R"({"fail": ""})"), "it says: no reason given");
  EXPECT_FALSE(read_ready(R"({"ready": true})").batch);
  EXPECT_FALSE(read_ready(R"({"ready": true, "batch": "yes"})").batch);
  EXPECT_TRUE(read_ready(R"({"ready": true, "batch": true})").batch);
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
    EXPECT_THAT([&] { read_request(line); }, ThrowsMessage<DataError>(HasSubstr("is no request"))) << line;
  }
}

TEST(ExternalJudgement, IsReadBackExactly) {
  const std::vector<Judgement> judgements = {Score{0, 1.5},
                                             Score{0.1, -1.0 / 3},
                                             Score{1e300, 5e-324},
                                             Score{0, -0.0},
                                             Scored{{0, 1}, {-0.0, 1.0 / 3, 5e-324}},
                                             Failure{FailureKind::timeout, "no answer within 60 s"},
                                             Failure{FailureKind::told, ""},
                                             Failure{FailureKind::unknown_id, "score 0 1"}};
  for (const Judgement& judgement : judgements) {
    const Judgement read = read_judgement(text_of(judgement));
    EXPECT_TRUE(read == judgement) << text_of(judgement);
    EXPECT_EQ(text_of(read), text_of(judgement));
  }
  EXPECT_EQ(text_of(Score{0, 1.5}), "score 0 1.5");
  EXPECT_EQ(text_of(Scored{{0, 1.5}, {2, 0.5}}), "score 0 1.5 2 0.5");
  for (const char* text :
       {"", "score", "score 1", "score 1 x", "score 1 2 x", "score 1 2 3 ", "score 1 2  3", "late"})
    EXPECT_THAT([&] { read_judgement(text); }, ThrowsMessage<DataError>(HasSubstr("is no result"))) << text;
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
    const Answers read = read_answers(line, {});
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

TEST(ExternalTally, AddsWhatOthersHaveCounted) {
  Tally first, second, all;
  for (int i = 0; i < 4; ++i) first.count_evaluation();
  second.count_evaluation();
  first.count_failure({FailureKind::told, "\xff \"licence\""});
  second.count_failure({FailureKind::told, "other"});
  second.count_failure({FailureKind::timeout, "late"});
  for (const Tally& tally : {Tally(), first, second}) all.add(tally.text());
  EXPECT_EQ(all.summary(),
            "3 of 5 evaluations failed: 2 reported by the evaluator (\xEF\xBF\xBD \"licence\"), 1 not "
            "answered in time "
            "(late)");
}

}  // namespace
}  // namespace skerry::external
