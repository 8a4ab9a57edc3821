// The input is a file of QAPLIB: an instance, or a solution of four facilities.
#include "fuzz.hpp"
#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/robust_tabu.hpp"

namespace skerry::fuzz::of_qap {
namespace {

using namespace qap;

void expect_read_back(const Instance& instance) {
  const Instance again = parse_instance(instance_text(instance), "written.dat");
  require(again.first() == instance.first(), "another first matrix is read back");
  require(again.second() == instance.second(), "another second matrix is read back");
  require(again.best_known() == instance.best_known(), "another best known cost is read back");
}

void expect_sound(const Instance& instance) {
  std::vector<std::uint32_t> order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(1);
  SwapSearch search;
  for (const qap::Improvement improvement : {qap::Improvement::first, qap::Improvement::best}) {
    random.shuffle(std::span(order));
    constexpr std::uint64_t budget = 1000;
    const SearchResult result = search(instance, improvement, order, instance.cost(order), budget, random);
    require(result.evaluations <= budget, "more evaluations than allowed");
    require(result.cost == instance.cost(order), "changes do not add up to the cost");
  }
}

void run(std::string_view input) {
  accepted([&] {
    constexpr std::uint32_t size = 4;
    const SolutionText solution = parse_solution(size, input, "solution.sln");
    std::vector<std::uint32_t> sorted = solution.order;
    std::ranges::sort(sorted);
    for (std::uint32_t entry = 0; entry < size; ++entry)
      require(sorted.at(entry) == entry, "no permutation is read");
  });
  accepted([&] {
    const Instance instance = parse_instance(input, "instance.dat");
    expect_read_back(instance);
    expect_sound(instance);
  });
}

}  // namespace

const Target target("qap", run);

}  // namespace skerry::fuzz::of_qap
