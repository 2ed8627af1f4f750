import Foundation
import SchedulerAPI
import Synchronization
import TestSupport

/// Somebody who takes as much as there is to take of what all share, until it is over.
final class Mallory: @unchecked Sendable {
  let daemon: DaemonProcess
  private let isOver = Mutex(false)
  private let hasBegun = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let wakesUp = DispatchSemaphore(value: 0)

  init(_ daemon: DaemonProcess) { self.daemon = daemon }

  var goesOn: Bool { !isOver.withLock { $0 } }

  /// Attacks on a thread, and returns when all of the attack is in place.
  func begin(_ attack: @escaping @Sendable (Mallory) -> Void) {
    Thread { [self] in
      attack(self)
      begun()
      hasEnded.signal()
    }.start()
    _ = hasBegun.wait(timeout: .now() + 60)
  }

  /// From now on it only goes on.
  func begun() { hasBegun.signal() }

  /// Does something so often, and from then on until it is over.
  func repeatedly(atLeast count: Int, _ round: (Int) throws -> Void) throws {
    var number = 0
    while number < count || goesOn {
      try round(number)
      number += 1
      if number == count { begun() }
    }
  }

  /// Holds what it has until it is over.
  func waitForEnd(atMost limit: DispatchTimeInterval = .seconds(60)) {
    guard goesOn, wakesUp.wait(timeout: .now() + limit) == .success else { return }
    wakesUp.signal()
  }

  func stop() {
    isOver.withLock { $0 = true }
    wakesUp.signal()
    _ = hasEnded.wait(timeout: .now() + 20)
  }

  /// Sends the same message over and over on so many connections, as fast as the daemon takes it, and reads
  /// nothing. One that is closed is opened again.
  /// - Parameter times: How often on each connection; nil is for ever.
  func flood(_ connections: Int, times: Int? = nil, closing: Bool = false, with message: [UInt8]) {
    let copies = max(1, min(times ?? 64, 256 * 1024 / max(message.count, 1)))
    let piece = [UInt8]((0..<copies).flatMap { _ in message })
    var lines = (0..<connections).map { _ in Line(daemon: daemon, piece: piece) }
    while goesOn {
      var hasMoved = false
      for number in lines.indices where goesOn {
        if lines[number].push(pieces: times.map { ($0 + copies - 1) / copies }) {
          hasMoved = true
        } else if closing && lines[number].isDone {
          lines[number] = Line(daemon: daemon, piece: piece)
          hasMoved = true
        }
      }
      begun()
      // The daemon holds it back, as it may.
      if !hasMoved { waitForEnd(atMost: .milliseconds(5)) }
    }
  }

  /// A connection, and what is still to be sent on it.
  private struct Line {
    let daemon: DaemonProcess
    let piece: [UInt8]
    var connection: RawConnection?
    var sent = 0
    var pieces = 0
    var isDone = false

    /// Sends what goes now. False when nothing did.
    mutating func push(pieces limit: Int?) -> Bool {
      if let limit, pieces >= limit {
        isDone = true
        return false
      }
      do {
        if connection == nil {
          connection = try RawConnection(to: daemon)
          sent = 0
        }
        let count = try connection?.send(Array(piece[sent...]), within: .zero) ?? 0
        sent += count
        if sent == piece.count {
          sent = 0
          pieces += 1
        }
        return count > 0
      } catch {
        connection = nil
        pieces = 0
        return false
      }
    }
  }
}
