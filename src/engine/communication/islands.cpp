#include "engine/communication/islands.hpp"

#include "skerry/error.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/failure.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace skerry {
namespace {

/// The threads of a group, and the first exception that one of them met.
class Crew {
 public:
  Crew(std::size_t islands, const std::function<void(Communicator&)>& work)
      : group_(std::make_shared<ThreadGroup>(islands)), work_(work) {}

  void run() {
    start_others();
    be_island(0);
    for (std::thread& thread : threads_) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void be_island(std::size_t number) {
    try {
      ThreadCommunicator islands(group_, number);
      work_(islands);
    } catch (const BrokenBarrier&) {
      // The exception that broke it is known already.
    } catch (const AgreedFailure& agreed) {
      // All threads throw it, and here one of them speaks for all.
      keep(std::make_exception_ptr(AgreedFailure{{agreed.failure.status, agreed.told}, agreed.told}));
    } catch (...) {
      keep(std::current_exception());
    }
  }

  void keep(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    group_->barrier.break_open();
  }

  void start_others() {
    // Signals are left to the main thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const std::size_t islands = group_->shown.size();
    try {
      for (std::size_t number = 1; number < islands; ++number) {
        threads_.emplace_back([this, number] { be_island(number); });
      }
    } catch (const std::system_error& error) {
      keep(std::make_exception_ptr(
          Error(ExitStatus::failed, "the system has no room for " + std::to_string(islands) +
                                        " threads, one an island: " + error.what())));
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::shared_ptr<ThreadGroup> group_;
  const std::function<void(Communicator&)>& work_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work) {
  if (islands == world.size()) return work(world);
  collectively(world, [&] {
    if (world.size() == 1) return;
    throw UsageError(
        "the run has " + std::to_string(islands) + " island" + (islands == 1 ? "" : "s") + ", and here are " +
        std::to_string(world.size()) +
        " ranks; it takes as many ranks (more where ranks lend each other evaluations, run.lend), or "
        "one process, whose threads the islands are then");
  });
  Crew(islands, work).run();
}

void on_threads(std::size_t islands, const std::function<void(const Mpi&)>& work) {
  if (islands == 0) throw UsageError("on_threads() was asked for no island; it takes one or more");
  const std::function<void(Communicator&)> with_islands = [&work](Communicator& ranks) { work(Mpi(ranks)); };
  Crew(islands, with_islands).run();
}

}  // namespace skerry
