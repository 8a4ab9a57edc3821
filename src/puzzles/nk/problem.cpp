#include "puzzles/nk/problem.hpp"

#include "skerry/app/settings.hpp"

#include <fmt/core.h>

namespace skerry::nk {

namespace {

NkSettings read_settings(const Settings& table) {
  NkSettings read;
  read.n = static_cast<std::uint32_t>(table.integer("n", read.n, {2, most_bits}));
  read.k = static_cast<std::uint32_t>(table.integer("k", read.k, {0, read.n - 1}));
  if (table.choice("neighbours", "adjacent", {"adjacent", "random"}) == "random")
    read.neighbours = Neighbours::random;
  read.instance_seed = static_cast<std::uint64_t>(table.integer("instance_seed", 1, count_range));
  if (const std::string fault = fault_of(read); !fault.empty()) table.fail("k", fault);
  return read;
}

}  // namespace

NkProblem::NkProblem(const NkSettings& settings) : landscape_(std::make_shared<const Landscape>(settings)) {
  if (const auto sum = largest_sum(*landscape_)) optimum_ = landscape_->mean(*sum);
}

NkProblem::NkProblem(const Settings& settings, Files& /*files*/) : NkProblem(read_settings(settings)) {}

}  // namespace skerry::nk
