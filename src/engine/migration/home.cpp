#include "engine/migration/exchange.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace skerry {

namespace {

/// The parts of a buffer that lie one after another.
void lay_out(std::span<const std::size_t> sizes, std::vector<BufferRange>& ranges) {
  ranges.clear();
  std::size_t begin = 0;
  for (const std::size_t size : sizes) {
    ranges.push_back({begin, size});
    begin += size;
  }
}

class HomeExchange final : public Exchange {
 public:
  HomeExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
               std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        batches_(world.size()),
        leaving_(world.size()),
        arriving_(world.size()) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t /*epoch*/) override {
    for (auto& batch : batches_) batch.clear();
    const std::size_t sent = island.send_home(static_cast<std::uint32_t>(world_.rank()), batches_);
    out_.clear();
    for (std::size_t rank = 0; rank < world_.size(); ++rank) {
      leaving_[rank] = batches_[rank].size();
      out_.insert(out_.end(), batches_[rank].begin(), batches_[rank].end());
    }
    world_.alltoall(std::span<const std::size_t>(leaving_), std::span(arriving_));
    lay_out(leaving_, sends_);
    lay_out(arriving_, receives_);
    in_.resize(std::reduce(arriving_.begin(), arriving_.end()));
    if (settings_.transport == Transport::direct) {
      world_.alltoall_records(out_.data(), sends_, in_.data(), receives_, 1);
    } else {
      by_the_first_rank();
    }
    for (const BufferRange& range : receives_)
      island.come_home(std::span<const std::byte>(in_).subspan(range.first, range.count));
    island.all_home();
    return {.bytes_sent = out_.size(), .bytes_received = in_.size(), .individuals_sent = sent};
  }

  /// Gathers all batches on the first rank, which scatters them.
  void by_the_first_rank() {
    const bool root = world_.rank() == 0;
    const std::size_t ranks = world_.size();
    std::vector<std::size_t> sizes(ranks * ranks);  // [from][to]
    world_.allgather(std::span<const std::size_t>(leaving_), std::vector<std::size_t>(ranks, ranks),
                     std::span(sizes));
    std::vector<std::size_t> from(ranks);
    std::vector<std::size_t> to(ranks);
    std::vector<std::size_t> begins(ranks * ranks);  // of each batch in what is gathered
    std::size_t begin = 0;
    for (std::size_t a = 0; a < ranks; ++a) {
      for (std::size_t b = 0; b < ranks; ++b) {
        const std::size_t size = sizes[a * ranks + b];
        begins[a * ranks + b] = std::exchange(begin, begin + size);
        from[a] += size;
        to[b] += size;
      }
    }
    std::vector<std::byte> all(root ? begin : 0);
    world_.gather(std::span<const std::byte>(out_), from, std::span(all));
    std::vector<std::byte> dealt;
    dealt.reserve(all.size());
    for (std::size_t b = 0; root && b < ranks; ++b) {
      for (std::size_t a = 0; a < ranks; ++a) {
        const auto batch = std::span(all).subspan(begins[a * ranks + b], sizes[a * ranks + b]);
        dealt.insert(dealt.end(), batch.begin(), batch.end());
      }
    }
    world_.scatter(std::span<const std::byte>(dealt), to, std::span(in_));
  }

  std::vector<std::vector<std::byte>> batches_;  // to each island
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
  std::vector<std::size_t> leaving_;
  std::vector<std::size_t> arriving_;
  std::vector<BufferRange> sends_;
  std::vector<BufferRange> receives_;
};

}  // namespace

std::unique_ptr<Exchange> make_home_exchange(Communicator& world, const Island& island,
                                             const MigrationSettings& settings, std::uint64_t seed) {
  std::vector<SetKind> kinds(world.size());
  world.allgather(island.set_description().kind, std::span(kinds));
  if (std::ranges::any_of(kinds, [](SetKind kind) { return kind != SetKind::map; })) {
    throw UsageError(
        "migration.transfer is \"home\", which sends solutions to the island that owns their cell; every "
        "island has the algorithm \"map_elites\" then");
  }
  return std::make_unique<HomeExchange>(world, island, settings, seed);
}

}  // namespace skerry
