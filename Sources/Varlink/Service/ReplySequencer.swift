/// Brings the replies of one connection into the order of its calls, although they are answered in any order.
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

  /// How many calls may wait for their reply.
  package let limit: Int
  /// How many bytes of replies wait for the reply to an earlier call. A stream of replies (`more`) holds back
  /// all that follows it, so count this where readers that lag behind are dropped.
  package private(set) var heldBytes = 0

  /// The calls that are not done, in their order; the first of them may answer.
  private var entries: [Entry] = []
  private var firstNumber: UInt64 = 0

  /// A sequencer of a new connection.
  package init(limit: Int = MessageLimits().callsInFlight) { self.limit = limit }

  /// How many calls wait for their reply, or for an earlier call's.
  package var callsInFlight: Int { entries.count }

  /// Whether the next call may be read. False when ``limit`` calls are in flight; look again after each
  /// reply.
  package var acceptsCalls: Bool { entries.count < limit }

  /// Whether the replies to all earlier calls are out, so that a reply to this one goes out at once.
  package func isFirst(_ slot: Slot) -> Bool { slot.number == firstNumber }

  /// Gives a call its place. Call it for every message that arrives, in their order.
  package mutating func open(oneway: Bool) -> Slot {
    entries.append(Entry(isOneway: oneway))
    return Slot(number: firstNumber + UInt64(entries.count - 1))
  }

  /// Answers a call, after which it is done unless the reply `continues`. The reply to a one-way call goes
  /// nowhere. Answering a call that is done is a programming error.
  /// - Returns: The bytes that may go out now: this reply and those that waited for it, or nothing.
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

  /// Ends a call without a reply: a one-way call that was carried out.
  /// - Returns: The bytes that may go out now.
  package mutating func finish(_ slot: Slot) -> [UInt8] {
    reply(slot, [])
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
