#include "puzzles/qap/problem.hpp"

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/qap/formats.hpp"

#include <filesystem>
#include <span>
#include <utility>

namespace skerry::qap {

namespace {

Instance read_instance(const Settings& settings, Files& files) {
  const std::filesystem::path path = settings.path("instance");
  return parse_instance(files.read(path), path.string());
}

std::optional<double> read_best_known(const Settings& settings) {
  if (!settings.has("best_known")) return std::nullopt;
  return settings.number("best_known");
}

Improvement read_improvement(const Settings& settings) {
  const std::string name =
      settings.choice("local_search", "first_improvement", {"first_improvement", "best_improvement"});
  return name == "best_improvement" ? Improvement::best : Improvement::first;
}

}  // namespace

QapProblem::QapProblem(Instance instance, std::optional<double> best_known, Improvement improvement)
    : instance_(std::make_shared<const Instance>(std::move(instance))),
      best_known_(best_known),
      improvement_(improvement) {}

QapProblem::QapProblem(const Settings& settings, Files& files)
    : QapProblem(read_instance(settings, files), read_best_known(settings), read_improvement(settings)) {}

void QapProblem::improve(Genome& genome, Score& score, Evaluations<QapProblem>& evaluations, Random& random) {
  const SearchResult result = search_(*instance_, improvement_, std::span(genome.genes),
                                      static_cast<std::int64_t>(score.fitness), evaluations.left(), random);
  evaluations.count(result.evaluations);
  score.fitness = static_cast<double>(result.cost);
}

}  // namespace skerry::qap
