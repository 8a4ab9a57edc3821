#include "puzzles/qap/problem.hpp"

#include "skerry/app/settings.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/core.h>

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
    : instance_(std::make_shared<const Instance>(std::move(instance))), local_search_(local_search) {
  if (best_known) {
    best_known_ = best_known;
  } else if (const auto told = instance_->best_known()) {
    best_known_ = static_cast<double>(*told);
  }
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

QapProblem::Genome QapProblem::parse(std::string_view text, const std::string& name) {
  SolutionText solution = parse_solution(instance_->size(), text, name);
  Genome genome;
  genome.genes = solution.order;
  parsed_.reset();
  if (solution.cost) parsed_ = std::move(solution);
  return genome;
}

std::vector<Verdict> QapProblem::judge(const Genome& genome) const {
  if (!parsed_ || !std::ranges::equal(genome.genes, parsed_->order)) return {};
  const std::int64_t cost = instance_->cost(parsed_->order);
  std::string found = fmt::format("it is {}", cost);
  if (cost != *parsed_->cost) {
    std::vector<std::uint32_t> inverse(parsed_->order.size());
    for (std::uint32_t i = 0; i < inverse.size(); ++i) inverse[parsed_->order[i]] = i;
    if (instance_->cost(inverse) == *parsed_->cost)
      found += "; the inverse permutation has the stated cost, so that the matrices are in the other order";
  }
  return {{.rule = fmt::format("the cost is {}, as the file states", *parsed_->cost),
           .found = std::move(found),
           .met = cost == *parsed_->cost}};
}

}  // namespace skerry::qap
