import SchedulerAPI
import SchedulerCore
import TestSupport
import Varlink

/// Damages good messages: bytes changed, removed, doubled, pieces of other messages and awkward words put in.
struct MessageFuzzer {
  private var generator: SplitMix64
  private let good: [[UInt8]]
  private let words: [[UInt8]] =
    [
      "null", "{}", "[]", "\"\"", "1e400", "-0", "9223372036854775808", "\\u0000", "\\ud800", "\"", "\\", "{",
      "}",
      "[", "]", ",", ":", "true", "1.5", "\"kind\":", "\u{FFFF}", "é",
    ].map { Array($0.utf8) } + [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]]

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    good = [
      Message.call(SchedulerMethod.Submit.self, .init(request: Samples.fullRequest)),
      Message.call(SchedulerMethod.Submit.self, .init(request: Samples.request), oneway: true),
      Message.call(SchedulerMethod.SubmitBatch.self, .init(requests: [Samples.request, Samples.request])),
      Message.call(SchedulerMethod.SimulateConditions.self, .init(conditions: ["network": "metered"])),
      Message.call(SchedulerMethod.Watch.self, .init(), more: true),
      Message.call(
        SchedulerMethod.Register.self,
        .init(
          application: "a", identifiers: ["b", "c.d"], runs: ["0123456789abcdef0123456789abcdef"]), more: true
      ),
      Message.call(SchedulerMethod.AddIdentifiers.self, .init(registration: "r", identifiers: ["b"])),
      Message.call(SchedulerMethod.SetApplicationState.self, .init(application: "a", state: .inactive)),
      Message.call(
        ServiceMethod.GetInterfaceDescription.self, .init(interface: "io.bgtaskd.Scheduler")),
    ].map { $0.dropLast() }
  }

  /// A damaged message.
  mutating func next() -> [UInt8] {
    var message = good[Int.random(in: 0..<good.count, using: &generator)]
    for _ in 0..<Int.random(in: 1...3, using: &generator) { damage(&message) }
    return message
  }

  private mutating func damage(_ message: inout [UInt8]) {
    guard !message.isEmpty else { return }
    let place = Int.random(in: 0..<message.count, using: &generator)
    let end = min(message.count, place + Int.random(in: 1...8, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: message[place] = UInt8.random(in: 1...255, using: &generator)
    case 1: message.removeSubrange(place..<end)
    case 2: message.insert(contentsOf: Array(message[place..<end]), at: place)
    case 3: message.removeSubrange(place...)
    case 4: message.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &generator)], at: place)
    default:
      message.replaceSubrange(place..<end, with: words[Int.random(in: 0..<words.count, using: &generator)])
    }
  }
}
