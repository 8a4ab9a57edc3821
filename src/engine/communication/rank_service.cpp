#include "engine/communication/rank_service.hpp"

#include "engine/communication/mpi_messages.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

#include <sched.h>

namespace skerry {

namespace {

std::optional<int> number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  return static_cast<int>(std::strtol(text, nullptr, 10));
}

}  // namespace

using namespace std::chrono_literals;

RankService::~RankService() {
  if (stopped_) return;
  for (MPI_Comm& comm : free_) MPI_Comm_free(&comm);
}

void RankService::call(const Start& start) {
  Job job{.start = &start};
  std::unique_lock lock(mutex_);
  if (stopped_) throw BrokenBarrier{};
  fresh_.push_back(&job);
  has_work_.notify_one();
  has_result_.wait(lock, [&] { return job.done || job.abandoned; });
  if (job.abandoned) park(lock);
  if (job.failure) std::rethrow_exception(job.failure);
}

/// MPI may still write into the buffers of this thread, which must stay as they are until the process ends.
void RankService::park(std::unique_lock<std::mutex>& lock) {
  --islands_;
  has_work_.notify_one();
  for (;;) has_result_.wait(lock);
}

void RankService::keep(std::shared_ptr<void> owner, Pump pump) {
  const std::lock_guard lock(mutex_);
  served_.push_back({std::move(owner), std::move(pump)});
  has_work_.notify_one();
}

void RankService::free_later(MPI_Comm comm) {
  const std::lock_guard lock(mutex_);
  free_.push_back(comm);
}

void RankService::leave() {
  const std::lock_guard lock(mutex_);
  --islands_;
  has_work_.notify_one();
}

void RankService::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  has_work_.notify_one();
}

/// The lock is held in these three.
bool RankService::begin_fresh() {
  if (fresh_.empty()) return false;
  for (; !fresh_.empty(); fresh_.pop_front()) {
    Job& job = *fresh_.front();
    try {
      if (stopped_) throw BrokenBarrier{};
      (*job.start)(job.requests);
    } catch (...) {
      job.failure = std::current_exception();
    }
    running_.push_back(&job);
  }
  return true;
}

bool RankService::test_running() {
  const auto ended = [this](Job* job) {
    if (!job->failure && stopped_) return job->abandoned = true;
    int done = 0;
    try {
      if (!job->failure) {
        check(MPI_Testall(static_cast<int>(job->requests.size()), job->requests.data(), &done,
                          MPI_STATUSES_IGNORE),
              "MPI_Testall");
      }
    } catch (...) {
      job->failure = std::current_exception();
    }
    return job->done = done != 0 || job->failure;
  };
  return std::erase_if(running_, ended) > 0;
}

bool RankService::pump_all() {
  bool any = false;
  if (stopped_) return any;
  for (const Served& served : served_) any = served.pump() || any;
  std::erase_if(served_, [](const Served& served) { return served.owner.use_count() == 1; });
  return any;
}

void RankService::serve() {
  // An island answers within microseconds if it has a core; other ranks may take as long as an epoch.
  constexpr std::uint32_t looks_before_sleep = 2000;
  std::uint32_t idle_looks = 0;
  std::unique_lock lock(mutex_);
  while (islands_ > 0) {
    bool busy = begin_fresh();
    if (test_running()) {
      has_result_.notify_all();
      busy = true;
    }
    busy = pump_all() || busy;
    idle_looks = busy ? 0 : idle_looks + 1;
    const auto news = [this] { return islands_ == 0 || !fresh_.empty(); };
    if (running_.empty() && served_.empty()) {
      has_work_.wait(lock, [&] { return news() || !served_.empty(); });
    } else if (idle_looks > looks_before_sleep) {
      has_work_.wait_for(lock, 50us, news);
    } else {
      lock.unlock();
      sched_yield();
      lock.lock();
    }
  }
  if (!stopped_) served_.clear();
}

bool waiting_ranks_yield() {
  if (number("SKERRY_YIELD") == 1) return true;
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    const auto ranks_here = number(name);
    if (ranks_here) return *ranks_here > static_cast<int>(std::thread::hardware_concurrency());
  }
  return false;
}

void complete(RankService* service, const RankService::Start& start) {
  if (service != nullptr) return service->call(start);
  std::vector<MPI_Request> requests;
  start(requests);
  const auto count = static_cast<int>(requests.size());
  if (!waiting_ranks_yield()) {
    check(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    return;
  }
  for (int done = 0; done == 0;) {
    check(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (done == 0) sched_yield();
  }
}

}  // namespace skerry
