#include "skerry/error.hpp"
#include "skerry/fronts/crowded_order.hpp"

#include "engine/migration/similarity.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace skerry {

namespace {

/// The most individuals of a pool that each rank sorts.
constexpr std::size_t largest_pool = 65'536;

class FrontSimilarity final : public SimilarityMeasure {
 public:
  FrontSimilarity(Communicator& world, std::size_t objectives, std::span<const std::size_t> sizes)
      : SimilarityMeasure(world, sizes), width_(objectives + 1), lengths_(sizes.begin(), sizes.end()) {
    for (std::size_t& length : lengths_) length *= width_;
    first_ = std::reduce(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(world.rank()));
  }

  std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                  std::uint64_t /*epoch*/) override {
    own_.clear();
    const auto objectives = island.objectives();
    for (std::size_t slot = 0; slot < own_size(); ++slot) {
      own_.push_back(ranking[slot].violation);
      const auto row = objectives.subspan(slot * (width_ - 1), width_ - 1);
      own_.insert(own_.end(), row.begin(), row.end());
    }
    all_.resize(std::reduce(lengths_.begin(), lengths_.end()));
    world_.allgather(std::span<const double>(own_), lengths_, std::span(all_));
    traffic_.sent_bytes = others() * own_.size() * sizeof(double);
    traffic_.received_bytes = (all_.size() - own_.size()) * sizeof(double);

    violations_.clear();
    rows_.clear();
    for (auto next = all_.begin(); next != all_.end(); next += static_cast<std::ptrdiff_t>(width_)) {
      violations_.push_back(*next);
      rows_.insert(rows_.end(), next + 1, next + static_cast<std::ptrdiff_t>(width_));
    }
    order_.sort({rows_, width_ - 1}, violations_);
    for (std::size_t place = 0; place < violations_.size(); ++place) {
      const std::size_t individual = order_.order()[place];
      if (individual >= first_ && individual < first_ + own_size())
        values_[individual - first_] = static_cast<double>(place);
    }
    return values_;
  }

 private:
  std::size_t width_;                 // of an individual: its violation and its objectives
  std::vector<std::size_t> lengths_;  // of what each island sends
  std::size_t first_ = 0;             // the place of this island's first individual among all
  std::vector<double> own_;
  std::vector<double> all_;
  std::vector<double> violations_;
  std::vector<double> rows_;
  CrowdedOrder order_;
};

}  // namespace

std::unique_ptr<SimilarityMeasure> make_front_similarity(Communicator& world, const Island& island,
                                                         std::span<const std::size_t> sizes) {
  if (island.objective_count() == 0) {
    throw UsageError(
        "migration.similarity is \"front\", which orders by several objectives; only the algorithm \"nsga2\" "
        "knows of them");
  }
  const std::size_t pool = std::reduce(sizes.begin(), sizes.end());
  if (world.size() > 1 && pool > largest_pool) {
    throw UsageError(
        "migration.similarity is \"front\" with a pool of " + std::to_string(pool) +
        " individuals, all of which each rank would have to sort; the most is " +
        std::to_string(largest_pool) +
        ". Groups of islands (migration.group) have smaller pools, and \"random\" sorts no fronts");
  }
  return std::make_unique<FrontSimilarity>(world, island.objective_count(), sizes);
}

}  // namespace skerry
