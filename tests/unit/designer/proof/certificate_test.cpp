#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "designer/proof/prover.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace skerry::party {
namespace certificate_test {

using testing::HasSubstr;
const auto never = [] { return false; };

Puzzle solvable_puzzle(Random& random) {
  for (;;) {
    Puzzle puzzle =
        test::random_puzzle(random, {.most_heroes = 5, .most_nodes = 4, .alike = random.chance(0.5)});
    if (!test::every_sound_party(puzzle).empty()) return puzzle;
  }
}

std::string proof_of(const Puzzle& puzzle) {
  Prover prover(puzzle);
  return certificate_text(puzzle, prover.whole(), prover.prove({}, never));
}

TEST(ProofCertificate, HoldsForWhatWasProven) {
  Random random(21);
  for (int i = 0; i < skerry::test::random_cases(60); ++i) {
    const Puzzle puzzle = test::random_puzzle(
        random, {.most_heroes = 5, .most_nodes = 4, .graded = i % 3 == 0, .alike = i % 2 == 0});
    const ProofVerdict verdict = verify_proof(puzzle, proof_of(puzzle), "proof.json");
    EXPECT_TRUE(verdict.holds) << verdict.text;
    const bool none = test::every_sound_party(puzzle).empty();
    EXPECT_THAT(verdict.text, HasSubstr(none ? "no party meets all rules" : "that is the optimum"));
  }
}

TEST(ProofCertificate, ABoundThatIsTooHighIsRefused) {
  Random random(22);
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    const Puzzle puzzle = solvable_puzzle(random);
    auto json = nlohmann::ordered_json::parse(proof_of(puzzle));
    json["bound"] = json["bound"].get<std::int64_t>() + 1;
    EXPECT_FALSE(verify_proof(puzzle, json.dump(), "proof.json").holds);
    json["party"] = nullptr;
    EXPECT_FALSE(verify_proof(puzzle, json.dump(), "proof.json").holds);
  }
}

TEST(ProofCertificate, APartyThatBreaksARuleIsRefused) {
  Random random(23);
  const Puzzle puzzle = solvable_puzzle(random);
  auto json = nlohmann::ordered_json::parse(proof_of(puzzle));
  json["party"][1] = json["party"][0];
  const ProofVerdict verdict = verify_proof(puzzle, json.dump(), "proof.json");
  EXPECT_FALSE(verdict.holds);
  EXPECT_THAT(verdict.text, HasSubstr("breaks a rule"));
}

TEST(ProofCertificate, WrongMultipliersProveNothingWrong) {
  Random random(24);
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    const Puzzle puzzle = solvable_puzzle(random);
    auto json = nlohmann::ordered_json::parse(proof_of(puzzle));
    for (auto& stage : json["stages"]) {
      stage["synergy"] = -5;
    }
    EXPECT_FALSE(verify_proof(puzzle, json.dump(), "proof.json").holds);
    for (auto& stage : json["stages"]) {
      stage["synergy"] = 0;
      stage["once"] = nlohmann::ordered_json::array({{1'000'000, 3}});
    }
    EXPECT_THAT(verify_proof(puzzle, json.dump(), "proof.json").text, HasSubstr("another puzzle"));
  }
}

TEST(ProofCertificate, AForeignTextIsAnError) {
  Random random(25);
  const Puzzle puzzle = solvable_puzzle(random);
  EXPECT_THROW(verify_proof(puzzle, "no JSON", "proof.json"), DataError);
  EXPECT_THROW(verify_proof(puzzle, R"({"schema": "other"})", "proof.json"), DataError);
  EXPECT_THROW(verify_proof(puzzle, R"({"schema": "skerry.proof/1"})", "proof.json"), DataError);
}

}  // namespace certificate_test
}  // namespace skerry::party
