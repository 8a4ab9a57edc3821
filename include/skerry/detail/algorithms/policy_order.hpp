#pragma once

#include "skerry/detail/population/population_island.hpp"
#include "skerry/migration_policy.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/random.hpp"
#include "skerry/record.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace skerry {

/// Throws UsageError if a policy's ranking does not hold each slot once. `seen` is room for its work.
void expect_every_slot(std::string_view policy, std::span<const std::uint32_t> ranking,
                       std::vector<bool>& seen);

/// The order of a policy of one type.
template <typename Genome, MigrationPolicy<Genome> Policy>
class PolicyOrder final : public MigrantOrder<Genome> {
 public:
  PolicyOrder(const Policy& policy, std::uint64_t seed, std::uint32_t island) : policy_(policy) {
    if constexpr (DrawsMigrants<Policy, Genome>)
      random_ = std::make_unique<Random>(seed, island, Purpose::migrants);
  }

  void order(const Population<Genome>& population, std::span<std::uint32_t> ranking) override {
    if constexpr (DrawsMigrants<Policy, Genome>) {
      policy_.order(population, ranking, *random_);
    } else {
      policy_.order(population, ranking);
    }
    expect_every_slot(Policy::name, ranking, seen_);
  }

  void save(std::vector<std::byte>& state) const override {
    if (random_) append_record(state, random_->state());
    if constexpr (KeepsState<const Policy>) append_record(state, policy_.state);
  }

  void load(std::span<const std::byte> state) override {
    Random::State random;
    if (random_ && take_record(state, random)) *random_ = Random(random);
    if constexpr (KeepsState<Policy>) take_record(state, policy_.state);
  }

 private:
  Policy policy_;
  std::unique_ptr<Random> random_;  // none if the policy draws no random numbers
  std::vector<bool> seen_;
};

/// Makes the order of the policy of that name. Throws UsageError if there is none.
template <typename Genome, typename... Own>
std::unique_ptr<MigrantOrder<Genome>> make_migrant_order(std::string_view name, const std::tuple<Own...>& own,
                                                         std::uint64_t seed, std::uint32_t island) {
  return std::visit(
      [&]<typename Policy>(const Policy& policy) -> std::unique_ptr<MigrantOrder<Genome>> {
        return std::make_unique<PolicyOrder<Genome, Policy>>(policy, seed, island);
      },
      choose_migration_policy<Genome>(name, own));
}

}  // namespace skerry
