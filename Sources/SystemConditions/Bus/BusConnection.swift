package import Dispatch
package import LinuxSystem
import SchedulerCore

/// A connection to a bus that all followers of its services share, and that is made again when it breaks.
/// Confined to its queue.
///
/// A bus that is missing at the start is not waited for, because it will not come. A bus that is lost is
/// tried a few times, and given up when it has not come back in two minutes.
package final class BusConnection {
  private struct Member { weak var service: BusService? }

  private let address: BusAddress
  private let queue: DispatchQueue
  private var members: [Member] = []
  private var pause = GrowingPause(first: .seconds(1), longest: .seconds(64))
  private var countdown: Countdown?
  private var bus: Bus?
  /// The reason why there is no connection, once it is known.
  private var failure: BusError?

  /// A connection that is not made yet.
  package init(_ address: BusAddress, queue: DispatchQueue) {
    self.address = address
    self.queue = queue
  }

  /// Connects. Services learn later, on the queue, whether they are there.
  package func start() {
    do throws(BusError) {
      try connect()
    } catch {
      close(error)
      queue.runLater { [weak self] in self?.tellLoss(error) }
    }
  }

  /// Follows a service from now on, for as long as that lives.
  func add(_ service: BusService) {
    members.removeAll { $0.service == nil }
    members.append(Member(service: service))
    if let bus {
      service.join(bus)
    } else if let failure {
      queue.runLater { [weak service] in service?.leave(failure) }
    }
  }

  /// Stops following a service.
  func remove(_ service: BusService) { members.removeAll { $0.service == nil || $0.service === service } }

  /// Makes the pause before the next attempt short again, because the bus answers.
  func works() { pause.reset() }

  /// Treats the connection as broken, after an attempt to use it failed.
  func breaks(_ error: BusError) {
    queue.runLater { [weak self] in self?.isLost(error) }
  }

  private func connect() throws(BusError) {
    let bus = try Bus(address, queue: queue) { [weak self] in self?.isLost($0) }
    self.bus = bus
    failure = nil
    for member in members { member.service?.join(bus) }
  }

  private func isLost(_ error: BusError) {
    guard bus != nil else { return }
    close(error)
    tellLoss(error)
    wait()
  }

  private func tellLoss(_ error: BusError) {
    for member in members { member.service?.leave(error) }
  }

  private func wait() {
    // A bus that is gone for longer does not come back.
    guard pause.last != pause.longest else { return }
    countdown = Countdown(uSec: pause.next().uSec, queue: queue) { [weak self] in
      guard let self else { return }
      do throws(BusError) {
        try connect()
      } catch {
        close(error)
        wait()
      }
    }
  }

  private func close(_ error: BusError) {
    bus?.close()
    bus = nil
    failure = error
  }
}
