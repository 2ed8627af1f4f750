import SchedulerCore
import Testing

@testable import TaskStore

@Suite("How much room there is")
struct DiskRoomTests {
  private static func room(free: Int64, log: Int64 = 0, file: Int64 = 1 << 20) -> DiskRoom {
    DiskRoom(free: free, unclaimed: free, capacity: 16 << 20, log: log, file: file)
  }

  @Test("The log gets an eighth of what is to spare, and what is long enough for quick commits at most")
  func logPages() {
    #expect(Self.room(free: 1 << 40).logPages == 1000)
    #expect(!Self.room(free: 1 << 40).isShort())
    #expect(!Self.room(free: 40 << 20).isShort() && Self.room(free: 40 << 20).isShort(for: 8 << 20))
    #expect(Self.room(free: 2 << 20).logPages == 64 && Self.room(free: 2 << 20).isShort())
    // What the log's file holds is to spare as well.
    #expect(Self.room(free: 1 << 20, log: 1 << 20).logPages == 64)
    #expect(Self.room(free: 0).logPages == 1)
  }

  @Test("A log that keeps too much from everything else is given back")
  func logIsTooLong() {
    #expect(!Self.room(free: 3 << 20, log: 1 << 20).logIsTooLong)
    #expect(Self.room(free: (3 << 20) - 4096, log: 1 << 20).logIsTooLong)
    #expect(!Self.room(free: 1 << 30, log: 16 << 20).logIsTooLong)
  }

  @Test("What the database has no place for is not there for requests, and its empty pages are")
  func forRequests() {
    let full = PageUse(pages: 256, free: 0)
    #expect(Self.room(free: 1 << 20).forRequests(full).bytes == 1 << 20)
    #expect(Self.room(free: 1 << 20, log: 4096).forRequests(full).bytes == (1 << 20) + 4096)
    #expect(Self.room(free: 1 << 20).forRequests(PageUse(pages: 256, free: 100)).bytes == (1 << 20) + 409_600)
    // Ten pages are in the log only.
    #expect(Self.room(free: 1 << 20).forRequests(PageUse(pages: 266)).bytes == (1 << 20) - 40_960)
    #expect(Self.room(free: 4096, log: 1 << 20).forRequests(PageUse(pages: 266)).bytes < 0)
    #expect(!Self.room(free: 4096, log: 1 << 20).canMoveLog(PageUse(pages: 266)))
  }

  @Test("A batch is in the log and in the database at once, where only the database has empty pages")
  func atOnce() {
    let room = Self.room(free: 1 << 20)
    let rest = Int64(1 << 20) - 32_768
    #expect(room.atOnce(from: room.free, PageUse(pages: 256)) == rest / 2)
    #expect(room.atOnce(from: room.free, PageUse(pages: 256, free: 256)) == rest)
    #expect(room.atOnce(from: 40_000, PageUse(pages: 256, free: 256)) == 40_000 - 32_768)
    #expect(room.atOnce(from: 65_536, PageUse(pages: 256)) == 0)
  }

  @Test("A database is written anew when room is short, most of it is empty and the rest is little")
  func isWorthShrinking() {
    let use = PageUse(pages: 256, free: 240)
    #expect(Self.room(free: 1 << 20).isWorthShrinking(use))
    #expect(!Self.room(free: 1 << 30).isWorthShrinking(use))
    #expect(!Self.room(free: 1 << 20).isWorthShrinking(PageUse(pages: 256, free: 150)))
    #expect(!Self.room(free: 64 << 10).isWorthShrinking(use))
  }

  @Test("Tasks are named by their numbers, in any order, and other texts are none")
  func leftTasks() {
    var left = LeftTasks()
    for task in [7, 5, 1, 6, 12, 4] as [Int64] { left.insert([(TaskID(task), task)]) }
    #expect(left.text == "1 4-7 12" && left.bytes == 35 && left.count == 6)
    #expect(LeftTasks.ranges(in: left.text) == [1...1, 4...7, 12...12])
    let some = left.first(bytes: 15, perTask: 2)
    #expect(some == [TaskID(1), TaskID(4), TaskID(5)])
    left.removeFirst(some)
    #expect(left.text == "6-7 12" && left.bytes == 25)
    #expect(left.remove(TaskID(7)) && !left.remove(TaskID(7)))
    #expect(left.first(bytes: 0, perTask: 2).isEmpty == false)
    #expect(LeftTasks.ranges(in: "") == [])
    for text in ["x", "-5", "3-", "3-2", "1-2-3", "5 4", "1-4 4"] {
      #expect(LeftTasks.ranges(in: text) == nil, "\(text)")
    }
  }
}
