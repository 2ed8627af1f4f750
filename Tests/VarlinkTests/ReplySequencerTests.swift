import TestSupport
import Testing
import Varlink

struct ReplySequencerTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("Replies that are ready out of order go out in the order of the calls")
  func order() {
    var sequencer = ReplySequencer()
    let slots = (0..<3).map { _ in sequencer.open(oneway: false) }
    #expect(text(sequencer.reply(slots[2], Array("c".utf8))) == "")
    #expect(text(sequencer.reply(slots[1], Array("b".utf8))) == "")
    #expect(sequencer.heldBytes == 2)
    #expect(text(sequencer.reply(slots[0], Array("a".utf8))) == "abc")
    #expect(sequencer.heldBytes == 0)
    #expect(sequencer.callsInFlight == 0)
  }

  @Test("A one-way call produces nothing, and does not hold up what follows it once it is done")
  func oneway() {
    var sequencer = ReplySequencer()
    let oneway = sequencer.open(oneway: true)
    let call = sequencer.open(oneway: false)
    #expect(text(sequencer.reply(call, Array("b".utf8))) == "")
    #expect(text(sequencer.reply(oneway, Array("never seen".utf8))) == "b")
    let another = sequencer.open(oneway: true)
    #expect(sequencer.reply(another, []).isEmpty)
    #expect(sequencer.callsInFlight == 0)
  }

  @Test("A stream of replies goes out at once and holds up later calls until it ends")
  func stream() {
    var sequencer = ReplySequencer()
    let watch = sequencer.open(oneway: false)
    let call = sequencer.open(oneway: false)
    #expect(text(sequencer.reply(watch, Array("1".utf8), continues: true)) == "1")
    #expect(text(sequencer.reply(call, Array("b".utf8))) == "")
    #expect(text(sequencer.reply(watch, Array("2".utf8), continues: true)) == "2")
    #expect(text(sequencer.reply(watch, Array("3".utf8))) == "3b")
  }

  @Test("A stream behind another call is held, counted, and goes on when its turn has come")
  func secondStream() {
    var sequencer = ReplySequencer()
    let call = sequencer.open(oneway: false)
    let watch = sequencer.open(oneway: false)
    #expect(sequencer.reply(watch, Array("12".utf8), continues: true).isEmpty)
    #expect(sequencer.reply(watch, Array("34".utf8), continues: true).isEmpty)
    #expect(sequencer.heldBytes == 4)
    #expect(text(sequencer.reply(call, Array("a".utf8))) == "a1234")
    #expect(sequencer.heldBytes == 0)
    #expect(text(sequencer.reply(watch, Array("5".utf8), continues: true)) == "5")
    #expect(sequencer.callsInFlight == 1)
  }

  @Test("Reading stops at the limit of calls in flight and goes on after a reply")
  func limit() {
    var sequencer = ReplySequencer(limit: 2)
    let first = sequencer.open(oneway: false)
    #expect(sequencer.acceptsCalls)
    let second = sequencer.open(oneway: true)
    #expect(!sequencer.acceptsCalls)
    _ = sequencer.reply(second, [])
    // It is done, but its place is taken until the first one's is free.
    #expect(!sequencer.acceptsCalls)
    _ = sequencer.reply(first, [])
    #expect(sequencer.acceptsCalls)
  }

  @Test("Whatever the order of answers, every caller gets its own replies, in order", arguments: 0..<50)
  func random(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var sequencer = ReplySequencer()
    var open: [(slot: ReplySequencer.Slot, call: Int, replies: Int)] = []
    var expected: [Int: String] = [:]
    var sent = ""
    var calls = 0
    while calls < 60 || !open.isEmpty {
      if calls < 60, open.isEmpty || Bool.random(using: &generator) {
        let isOneway = Int.random(in: 0..<4, using: &generator) == 0
        open.append((sequencer.open(oneway: isOneway), calls, Int.random(in: 0..<3, using: &generator)))
        expected[calls] = isOneway ? nil : ""
        calls += 1
      } else {
        let place = Int.random(in: 0..<open.count, using: &generator)
        let continues = open[place].replies > 0
        let message = "\(open[place].call) "
        expected[open[place].call]? += message
        sent += text(sequencer.reply(open[place].slot, Array(message.utf8), continues: continues))
        open[place].replies -= 1
        if !continues { open.remove(at: place) }
      }
    }
    #expect(sent == (0..<calls).compactMap { expected[$0] }.joined())
    #expect(sequencer.callsInFlight == 0)
    #expect(sequencer.heldBytes == 0)
  }
}
