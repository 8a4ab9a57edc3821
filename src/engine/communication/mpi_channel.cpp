#include "engine/communication/mpi_channel.hpp"

#include "engine/communication/channel.hpp"
#include "engine/communication/check.hpp"

#include <climits>
#include <list>
#include <stdexcept>
#include <utility>

#include <sched.h>

namespace skerry {
namespace {

class MpiChannel final : public Channel {
 public:
  explicit MpiChannel(MPI_Comm comm) {
    check(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    check(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
  }
  // What is still on its way when an exception takes this rank alone out of the program is left alone.
  ~MpiChannel() override {
    if (sending_.empty()) MPI_Comm_free(&comm_);
  }
  MpiChannel(const MpiChannel&) = delete;
  MpiChannel& operator=(const MpiChannel&) = delete;

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }

  void send(std::size_t to, std::string content) override {
    forget_what_has_arrived();
    if (content.size() > INT_MAX) throw std::length_error("a message of more than 2^31 - 1 bytes");
    Sending& one = sending_.emplace_back(std::move(content), MPI_REQUEST_NULL);
    // Such a call is complete only when the message is being received, which settle() relies on.
    check(MPI_Issend(one.content.data(), static_cast<int>(one.content.size()), MPI_BYTE, static_cast<int>(to),
                     0, comm_, &one.request),
          "MPI_Issend");
  }

  std::optional<Letter> receive() override {
    int found = 0;
    MPI_Status status;
    check(MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_, &found, &status), "MPI_Iprobe");
    if (found == 0) return std::nullopt;
    int size_bytes = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &size_bytes), "MPI_Get_count");
    Letter letter{static_cast<std::size_t>(status.MPI_SOURCE),
                  std::string(static_cast<std::size_t>(size_bytes), '\0')};
    check(
        MPI_Recv(letter.content.data(), size_bytes, MPI_BYTE, status.MPI_SOURCE, 0, comm_, MPI_STATUS_IGNORE),
        "MPI_Recv");
    return letter;
  }

  // The algorithm NBX (Hoefler, Siebert and Lumsdaine, PPoPP 2010).
  void settle(const std::function<void(Letter)>& take) override {
    MPI_Request barrier = MPI_REQUEST_NULL;
    for (bool arrived = false;;) {
      while (auto letter = receive()) take(std::move(*letter));
      if (arrived) {
        int done = 0;
        check(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), "MPI_Test");
        if (done != 0) return;
      } else {
        forget_what_has_arrived();
        if (sending_.empty()) {
          check(MPI_Ibarrier(comm_, &barrier), "MPI_Ibarrier");
          arrived = true;
        }
      }
      sched_yield();
    }
  }

 private:
  struct Sending {
    Sending(std::string text, MPI_Request started) : content(std::move(text)), request(started) {}
    std::string content;
    MPI_Request request;
  };

  void forget_what_has_arrived() {
    std::erase_if(sending_, [](Sending& one) {
      int done = 0;
      check(MPI_Test(&one.request, &done, MPI_STATUS_IGNORE), "MPI_Test");
      return done != 0;
    });
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  std::list<Sending> sending_;  // MPI holds the addresses
};

}  // namespace

std::unique_ptr<Channel> open_mpi_channel(MPI_Comm comm) {
  return std::make_unique<MpiChannel>(comm);
}

}  // namespace skerry
