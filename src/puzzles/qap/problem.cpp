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

LocalSearch read_local_search(const Settings& settings) {
  const std::string name = settings.choice("local_search", "first_improvement",
                                           {"first_improvement", "best_improvement", "robust_tabu"});
  if (name == "robust_tabu") {
    TabuSettings tabu;
    const auto iterations = static_cast<std::int64_t>(tabu.iterations);
    tabu.iterations = static_cast<std::uint64_t>(
        settings.integer("tabu_iterations", iterations, {1, TabuSettings::most_iterations}));
    return tabu;
  }
  return name == "best_improvement" ? Improvement::best : Improvement::first;
}

}  // namespace

QapProblem::QapProblem(Instance instance, std::optional<double> best_known, LocalSearch local_search)
    : instance_(std::make_shared<const Instance>(std::move(instance))),
      best_known_(best_known),
      local_search_(local_search) {
  if (std::holds_alternative<TabuSettings>(local_search_)) robust_tabu_.emplace(*instance_);
}

QapProblem::QapProblem(const Settings& settings, Files& files)
    : QapProblem(read_instance(settings, files), read_best_known(settings), read_local_search(settings)) {}

void QapProblem::improve(Genome& genome, Score& score, Evaluations<QapProblem>& evaluations, Random& random) {
  const std::span order(genome.genes);
  const auto cost = static_cast<std::int64_t>(score.fitness);
  SearchResult result;
  if (const auto* improvement = std::get_if<Improvement>(&local_search_)) {
    result = swap_search_(*instance_, *improvement, order, cost, evaluations.left(), random);
  } else {
    const auto& tabu = std::get<TabuSettings>(local_search_);
    result = (*robust_tabu_)(tabu, order, cost, evaluations.left(), best_known_, random);
  }
  evaluations.count(result.evaluations);
  score.fitness = static_cast<double>(result.cost);
}

}  // namespace skerry::qap
