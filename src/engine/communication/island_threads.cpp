#include "engine/communication/island_threads.hpp"

#include "skerry/error.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/mpi_communicator.hpp"
#include "engine/communication/rank_service.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <sched.h>
#include <unistd.h>

namespace skerry {
namespace {

/// The cores that a process may use, one bit each; 0 for this process. Empty if the system does not tell.
std::vector<bool> cores_of(::pid_t process) {
  constexpr std::size_t most_cores = 1 << 16;
  for (std::size_t count = CPU_SETSIZE; count <= most_cores; count *= 2) {
    const std::size_t size_bytes = CPU_ALLOC_SIZE(count);
    const std::unique_ptr<::cpu_set_t, void (*)(::cpu_set_t*)> set(CPU_ALLOC(count),
                                                                   [](::cpu_set_t* old) { CPU_FREE(old); });
    if (::sched_getaffinity(process, size_bytes, set.get()) != 0) continue;
    std::vector<bool> cores(count);
    for (std::size_t core = 0; core < count; ++core) cores[core] = CPU_ISSET_S(core, size_bytes, set.get());
    return cores;
  }
  return {};
}

std::size_t count_of(const std::vector<bool>& cores) {
  const auto count = static_cast<std::size_t>(std::ranges::count(cores, true));
  return count > 0 ? count : std::max(std::thread::hardware_concurrency(), 1U);
}

/// Tells whether the threads of all ranks that may use this one's cores can have one each. Collective.
bool threads_have_cores(Communicator& world, std::size_t threads) {
  struct Place {
    std::size_t node;
    std::size_t cores;  // a hash
    std::size_t threads;
  };
  const std::vector<bool> cores = cores_of(0);
  const Place mine{world.node(), std::hash<std::vector<bool>>{}(cores), threads};
  std::vector<Place> places(world.size());
  world.allgather(mine, std::span(places));
  std::size_t sharing = 0;
  for (const Place& place : places)
    if (place.node == mine.node && place.cores == mine.cores) sharing += place.threads;
  return sharing <= count_of(cores);
}

/// Islands on threads; with a service, which calls MPI on the calling thread, all have their own.
class Crew {
 public:
  Crew(std::shared_ptr<ThreadGroup> group, const std::function<void(Communicator&)>& work,
       std::shared_ptr<RankService> service = nullptr)
      : group_(std::move(group)), work_(work), service_(std::move(service)), ended_(group_->shown.size()) {}

  void run() {
    start_threads();
    if (service_) {
      serve();
    } else {
      be_island(0);
    }
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      // One whose buffers MPI may still write to stays until the process ends.
      if (service_ && failure_ && !ended_[i]) {
        threads_[i].detach();
      } else {
        threads_[i].join();
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void serve() {
    try {
      service_->serve();
    } catch (...) {
      keep(std::current_exception());
      service_->serve();  // until all islands have left
    }
  }

  void be_island(std::size_t thread) {
    try {
      ThreadCommunicator islands(group_, thread);
      work_(islands);
    } catch (const BrokenBarrier&) {
      // The exception that broke it is known already.
    } catch (const AgreedFailure& agreed) {
      // All threads throw it, and here one of them speaks for all: that of the first rank.
      keep(std::make_exception_ptr(AgreedFailure{
          {agreed.failure.status, group_->rank == 0 ? agreed.told : std::string(), agreed.failure.facts},
          agreed.told}));
    } catch (...) {
      keep(std::current_exception());
    }
  }

  void keep(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    group_->break_open();
    if (service_) service_->stop();
  }

  void start_threads() {
    // Signals are left to the main thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const std::size_t islands = group_->shown.size();
    std::size_t thread = service_ ? 0 : 1;
    try {
      for (; thread < islands; ++thread) {
        threads_.emplace_back([this, thread, i = threads_.size()] {
          be_island(thread);
          ended_[i] = true;
          if (service_) service_->leave();
        });
      }
    } catch (const std::system_error& error) {
      keep(std::make_exception_ptr(
          Error(ExitStatus::failed, "the system has no room for " + std::to_string(islands) +
                                        " threads, one an island: " + error.what())));
      for (; service_ && thread < islands; ++thread) service_->leave();
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::shared_ptr<ThreadGroup> group_;
  const std::function<void(Communicator&)>& work_;
  std::shared_ptr<RankService> service_;
  std::vector<std::thread> threads_;
  std::deque<std::atomic<bool>> ended_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

std::shared_ptr<ThreadGroup> group_of_this_process(std::size_t islands) {
  return std::make_shared<ThreadGroup>(islands, islands <= cores().here);
}

}  // namespace

Cores cores() {
  return {count_of(cores_of(0)), count_of(cores_of(::getppid()))};
}

void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work) {
  const std::size_t ranks = world.size();
  if (islands == ranks) return work(world);
  if (ranks == 1) return Crew(group_of_this_process(islands), work).run();
  collectively(world, [&] {
    if (islands > ranks) return;
    throw UsageError("the run has " + std::to_string(islands) + " island" + (islands == 1 ? "" : "s") +
                     ", and here are " + std::to_string(ranks) +
                     " ranks; it takes at most as many ranks, or more where ranks lend each other "
                     "evaluations (run.lend)");
  });
  const auto* processes = dynamic_cast<MpiCommunicator*>(&world);
  if (processes == nullptr) throw UsageError("islands that are threads can't have islands as threads");
  const std::size_t here = islands_of_rank(islands, ranks, world.rank());
  auto service = std::make_shared<RankService>(here);
  std::vector<std::size_t> firsts;
  for (std::size_t rank = 0; rank <= ranks; ++rank) firsts.push_back(first_island(islands, ranks, rank));
  const bool spins = threads_have_cores(world, here);
  auto link = std::make_shared<MpiCommunicator>(processes->comm(), service);
  Crew(std::make_shared<ThreadGroup>(std::move(link), std::move(firsts), spins), work, service).run();
}

void on_threads(std::size_t islands, const std::function<void(const Mpi&)>& work) {
  if (islands == 0) throw UsageError("on_threads() was asked for no island; it takes one or more");
  const std::function<void(Communicator&)> with_islands = [&work](Communicator& ranks) { work(Mpi(ranks)); };
  Crew(group_of_this_process(islands), with_islands).run();
}

void on_threads(const Mpi& ranks, std::size_t islands, const std::function<void(const Mpi&)>& work) {
  try {
    for_each_island(ranks.communicator(), islands, [&work](Communicator& all) { work(Mpi(all)); });
  } catch (const AgreedFailure& agreed) {
    throw_as(agreed.failure.status, agreed.told);
  }
}

}  // namespace skerry
