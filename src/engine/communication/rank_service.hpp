#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <mpi.h>

namespace skerry {

/// Ranks yield if a host has more ranks than cores, or SKERRY_YIELD is 1. MPIs spin while they wait: a
/// barrier of 8 ranks on 2 cores then takes 100 ms in place of 0.1 ms.
bool waiting_ranks_yield();

/// Calls MPI for the islands of a process, which are threads, from the one thread that may. It waits for the
/// calls of all of them together, so that islands of one group never wait for those of another.
class RankService {
 public:
  /// Starts calls that MPI carries out later, and adds their requests.
  using Start = std::function<void(std::vector<MPI_Request>& requests)>;
  /// Does what can be done without waiting; returns whether that was something.
  using Pump = std::function<bool()>;

  explicit RankService(std::size_t islands) : islands_(islands) {}
  /// Must be destroyed by the thread that may call MPI.
  ~RankService();
  RankService(const RankService&) = delete;
  RankService& operator=(const RankService&) = delete;

  /// Has calls of an island's thread made, and returns when they are complete. Throws what `start` throws,
  /// and BrokenBarrier if an island has failed; if one fails meanwhile, it never returns, as if it had left.
  void call(const Start& start);
  /// Calls `pump` again and again while others hold `owner`, which the serving thread destroys.
  void keep(std::shared_ptr<void> owner, Pump pump);
  /// Frees a communicator at the end.
  void free_later(MPI_Comm comm);

  /// Called by each island's thread as its last act.
  void leave();
  /// Lets all islands that wait for a call, and all that come, throw BrokenBarrier.
  void stop();

  /// Serves until all islands have left. Called by the thread that may call MPI.
  void serve();

 private:
  struct Job {
    const Start* start;
    std::vector<MPI_Request> requests = {};
    std::exception_ptr failure = {};
    bool done = false;
    bool abandoned = false;  // an island has failed while MPI worked on it
  };

  [[noreturn]] void park(std::unique_lock<std::mutex>& lock);
  bool begin_fresh();
  bool test_running();
  bool pump_all();

  std::mutex mutex_;  // of all that follows
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::size_t islands_;
  bool stopped_ = false;
  std::deque<Job*> fresh_;
  std::vector<Job*> running_;
  struct Served {
    std::shared_ptr<void> owner;
    Pump pump;
  };
  std::deque<Served> served_;
  std::vector<MPI_Comm> free_;
};

/// Has calls of MPI made, and returns when they are complete: through the service if there is one.
void complete(RankService* service, const RankService::Start& start);

/// Makes a call of MPI that is complete when it returns, likewise.
template <typename Call>
void call_now(RankService* service, Call call) {
  if (service == nullptr) return call();
  service->call([&](std::vector<MPI_Request>&) { call(); });
}

}  // namespace skerry
