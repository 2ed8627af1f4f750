import Testing

@testable import SchedulerCore

@Suite("What few of many values have")
struct RareTests {
  private struct Part: RarePart {
    var number = 0
    var text: String?

    static let usual = Part()
  }

  @Test("Nothing is kept of the usual, however it came to be")
  func usual() {
    #expect(Rare<Part>().box == nil && Rare(Part(number: 0, text: nil)).box == nil)
    var rare = Rare(Part(number: 7))
    #expect(rare.box?.part.number == 7)
    rare.change { $0.number = 0 }
    #expect(rare.box == nil && rare == Rare())
  }

  @Test("A copy shares it, and has its own once it is changed")
  func copies() {
    let first = Rare(Part(number: 7))
    var second = first
    #expect(second.box === first.box)
    second.change { $0.text = "a" }
    #expect(first.box?.part == Part(number: 7) && second.box?.part == Part(number: 7, text: "a"))
    #expect(first != second)
  }

  @Test("It is equal, has its hash and is shown by what it says, not by where that is")
  func values() {
    let (one, other) = (Rare(Part(number: 7)), Rare(Part(number: 7)))
    #expect(one.box !== other.box && one == other && one.hashValue == other.hashValue)
    #expect(one != Rare(Part(number: 8)) && one != Rare())
    #expect("\(one)" == "\(other)" && "\(one)" != "\(Rare(Part(number: 8)))" && "\(one)" != "\(Rare<Part>())")
  }

  @Test("What is usual of a task takes a word, whatever the others may say")
  func sizes() {
    #expect(MemoryLayout<TaskRequest>.size <= 96)
    #expect(MemoryLayout<ScheduledTask>.size <= 192)
    #expect(MemoryLayout<TaskEntry>.size <= 320)
    #expect(MemoryLayout<TaskSnapshot>.size <= 352)
    #expect(MemoryLayout<CalendarDates>.stride <= 48 && MemoryLayout<CalendarField.Part>.stride <= 12)
    #expect(MemoryLayout<Directive>.size <= 8 && MemoryLayout<StoreChange>.size <= 8)
  }
}
