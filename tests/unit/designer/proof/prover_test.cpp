#include "designer/proof/prover.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <nlohmann/json.hpp>

namespace skerry::party {
namespace prover_test {

const auto never = [] { return false; };

constexpr test::RandomPuzzleSettings small{.most_heroes = 5, .most_nodes = 4};

class ProverOnRandomPuzzles : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ProverOnRandomPuzzles, AgreesWithTryingEveryParty) {
  Random random(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  for (int i = 0; i < skerry::test::random_cases(50); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = small.most_heroes,
                                                       .most_nodes = small.most_nodes,
                                                       .whole_weights = random.chance(0.5),
                                                       .graded = i % 3 == 0,
                                                       .alike = i % 2 == 0});
    const auto parties = test::every_sound_party(puzzle);
    Prover prover(puzzle);
    const Findings findings = prover.prove({}, never);
    ASSERT_TRUE(findings.complete);
    ASSERT_EQ(findings.best.empty(), parties.empty());
    if (parties.empty()) continue;

    std::int64_t least = prover.whole().cost(parties.front());
    for (const auto& party : parties) least = std::min(least, prover.whole().cost(party));
    EXPECT_EQ(findings.best_cost, least);
    EXPECT_EQ(findings.bound, least);
    EXPECT_EQ(prover.whole().cost(findings.best), least);
    EXPECT_EQ(score(puzzle, findings.best).violation, 0);

    const std::int64_t most = least + static_cast<std::int64_t>(random.below(30));
    std::set<std::vector<std::uint32_t>> expected;
    for (const auto& party : parties) {
      if (prover.whole().cost(party) <= most) expected.insert(party);
    }
    const Listing listing = prover.list(most, 100'000, never);
    EXPECT_TRUE(listing.complete);
    EXPECT_EQ(std::set(listing.parties.begin(), listing.parties.end()), expected);
    EXPECT_EQ(listing.parties.size(), expected.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ProverOnRandomPuzzles, testing::Values(1, 2, 3, 4));

TEST(Prover, ProvesAPartyThatIsKnown) {
  Random random(7);
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, small);
    const auto parties = test::every_sound_party(puzzle);
    if (parties.empty()) continue;
    Prover prover(puzzle);
    const auto cost = [&](const auto& party) { return prover.whole().cost(party); };
    const Findings findings = prover.prove(parties.back(), never);
    EXPECT_TRUE(findings.complete);
    EXPECT_EQ(findings.best_cost, cost(*std::ranges::min_element(parties, {}, cost)));
  }
}

TEST(Prover, StopsWithWhatIsKnown) {
  Random random(11);
  const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 400, .most_nodes = 8});
  const Findings findings = Prover(puzzle).prove({}, [] { return true; });
  EXPECT_FALSE(findings.complete);
}

// A proof that is ended after every new finding, and goes on from what was written down.
TEST(Prover, GoesOnFromWhatWasProven) {
  Random random(13);
  for (int i = 0; i < skerry::test::random_cases(60); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = test::random_puzzle(
        random, {.most_heroes = 30, .most_nodes = 5, .graded = i % 3 == 0, .alike = i % 2 == 1});
    const Findings whole = Prover(puzzle).prove({}, never);
    Findings known;
    int calls = 0;
    while (!known.complete && ++calls < 100) {
      Prover prover(puzzle);
      int findings = 0;
      const Findings so_far = prover.prove_on(
          known, [&] { return findings > 2; }, [&](const Findings&) { ++findings; });
      EXPECT_TRUE(!known.bound || so_far.bound >= known.bound);
      known =
          read_certificate(puzzle, prover.whole(), certificate_text(puzzle, prover.whole(), so_far), "kept");
      if (known.stages.empty()) known.complete = so_far.complete;
    }
    EXPECT_EQ(known.complete, whole.complete);
    EXPECT_EQ(known.bound, whole.best.empty() ? std::nullopt : whole.bound);
    EXPECT_EQ(known.best.empty(), whole.best.empty());
    EXPECT_EQ(known.best_cost, whole.best_cost);
  }
}

TEST(Prover, CutsAListAtItsLimit) {
  Random random(5);
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, small);
    const auto parties = test::every_sound_party(puzzle);
    if (parties.size() < 3) continue;
    Prover prover(puzzle);
    std::int64_t most = 0;
    for (const auto& party : parties) most = std::max(most, prover.whole().cost(party));
    const Listing listing = prover.list(most, 2, never);
    EXPECT_EQ(listing.parties.size(), 2U);
    EXPECT_FALSE(listing.complete);
  }
}

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

}  // namespace prover_test
}  // namespace skerry::party
