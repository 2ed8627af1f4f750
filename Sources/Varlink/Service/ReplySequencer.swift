/// A queue that puts the replies of one connection into the order of its calls, answered in any order.
package struct ReplySequencer: Sendable {
  /// The place of a call in the order of replies.
  package struct Slot: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Entry {
    let isOneway: Bool
    var held: [UInt8] = []
    var isDone = false
  }

  /// The number of calls that may wait for their reply.
  package let limit: Int
  /// The bytes of replies that wait for the reply to an earlier call. A stream of replies (`more`) holds back
  /// all that follow it, so count these bytes where slow readers are dropped.
  package private(set) var heldBytes = 0

  /// The calls that are not done, in their order. Replies to the first are sent at once.
  private var entries: [Entry] = []
  private var firstNumber: UInt64 = 0

  /// Creates a sequencer for a new connection.
  package init(limit: Int = MessageLimits().callsInFlight) { self.limit = limit }

  /// The number of calls that wait for their reply, or for an earlier call's.
  package var callsInFlight: Int { entries.count }

  /// Whether the next call may be read: fewer than ``limit`` calls are in flight. Check again after each
  /// reply.
  package var acceptsCalls: Bool { entries.count < limit }

  /// Whether the replies to all earlier calls were sent, so that a reply to this one is sent at once.
  package func isFirst(_ slot: Slot) -> Bool { slot.number == firstNumber }

  /// Returns the place of a call. Call this for every message that arrives, in the order of arrival.
  package mutating func open(oneway: Bool) -> Slot {
    entries.append(Entry(isOneway: oneway))
    return Slot(number: firstNumber + UInt64(entries.count - 1))
  }

  /// Answers a call, after which it is done unless the reply `continues`. The reply to a one-way call is
  /// dropped. Answering a call that is done is a programming error.
  /// - Returns: The bytes to send now: this reply and those that waited for it, or none.
  package mutating func reply(_ slot: Slot, _ message: [UInt8], continues: Bool = false) -> [UInt8] {
    let place = index(of: slot)
    precondition(!entries[place].isDone, "a second reply to call \(slot.number)")
    if !entries[place].isOneway {
      entries[place].held += message
      heldBytes += message.count
    }
    if !continues { entries[place].isDone = true }
    return place == 0 ? release() : []
  }

  private func index(of slot: Slot) -> Int {
    precondition(
      slot.number >= firstNumber && slot.number - firstNumber < UInt64(entries.count),
      "a reply to call \(slot.number), which is done")
    return Int(slot.number - firstNumber)
  }

  private mutating func release() -> [UInt8] {
    var bytes: [UInt8] = []
    while let first = entries.first {
      bytes += first.held
      heldBytes -= first.held.count
      guard first.isDone else {
        entries[0].held = []
        break
      }
      retireFirst()
    }
    return bytes
  }

  private mutating func retireFirst() {
    entries.removeFirst()
    firstNumber += 1
  }
}
