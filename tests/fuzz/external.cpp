// The input is a line of a worker, then "----", a genome in JSON, "----", and a template.
#include "fuzz.hpp"
#include "puzzles/external/declaration.hpp"
#include "puzzles/external/protocol.hpp"

namespace skerry::fuzz::of_external {
namespace {

using namespace external;

void expect_sound(const Judgement& judgement) {
  if (const auto* scored = std::get_if<Scored>(&judgement)) {
    const Score& score = scored->score;
    require(std::isfinite(score.fitness) && std::isfinite(score.violation), "a score is not finite");
    require(score.violation >= 0, "a violation is negative");
    for (const double measure : scored->measures) require(std::isfinite(measure), "a measure is not finite");
  } else {
    require(!std::get<Failure>(judgement).reason.empty(), "a failure without a reason");
  }
}

void read_line_of_worker(std::string_view line, const Declaration& declaration) {
  const auto read = read_answers(line, declaration);
  if (const auto* answers = std::get_if<std::vector<Answer>>(&read)) {
    for (const Answer& answer : *answers) expect_sound(answer.judgement);
  } else {
    expect_sound(std::get<Failure>(read));
  }
  expect_sound(read_result(line, declaration));
  read_ready(line);
}

/// Returns a genome of the space: the text's where it is one.
external::Genome read_genome_text(const Space& space, std::string_view text) {
  external::Genome genome;
  if (read_json(space, text, genome).empty()) {
    std::string again;
    append_json(space, genome, again);
    external::Genome same;
    require(read_json(space, again, same).empty() && same == genome, "another genome is read back");
  } else {
    Random random(1);
    Stock<external::Genome>::sample(space, genome, random);
  }
  return genome;
}

void run(std::string_view input) {
  const Space space = {{"x", Box<>(2, -1, 1)},
                       {"n", IntegerBox<>(1, 0, 9)},
                       {"used", BitStrings<Bits<>>(3)},
                       {"order", Permutations<>(2)}};
  const std::string_view line = take_part(input);
  read_line_of_worker(line, {});
  Declaration measuring;
  measuring.objectives = {{.name = "cost"}};
  measuring.features = {{.name = "size"}};
  read_line_of_worker(line, measuring);
  const external::Genome genome = read_genome_text(space, take_part(input));
  accepted([&] {
    const Request request{.id = "0.1.2", .genome = "{}", .seed = 3};
    TemplateText(input, space, "deck").filled(space, genome, request, "/folder");
  });
}

}  // namespace

const Target target("external", run);

}  // namespace skerry::fuzz::of_external
