import SchedulerCore
import TaskStore

/// A state file with changed bytes: it is refused with a reason, or is read as it was written; and a recovery
/// makes a whole file of it.
enum StoreTarget: FuzzTarget {
  static let name = "store"

  private static let written = WrittenStore()

  static func run(_ bytes: UnsafeRawBufferPointer) {
    var file = written.file
    change(&file, InputReader(bytes))
    let directory = ScratchDirectory()
    defer { directory.remove() }
    directory.write(file, to: "bgtaskd.sqlite")
    attempt { () throws(StoreError) in try look(in: directory.path) }
    // The file is written anew, because an opened store writes to it.
    directory.clear()
    directory.write(file, to: "bgtaskd.sqlite")
    attempt { () throws(StoreError) in
      _ = try TaskStore.recover(directory: directory.path, stamp: "fuzz")
      do throws(StoreError) { try look(in: directory.path) } catch {
        fatalError("broken: what was recovered is whole: \(error)")
      }
    }
  }

  /// Changes the file. Each change is a place, an operation, and its operand.
  private static func change(_ file: inout [UInt8], _ input: InputReader) {
    var input = input
    while !input.isAtEnd {
      let page = input.choice(max(file.count / 4096, 1))
      let place = min(page * 4096 + (input.choice(16) << 8 | Int(input.byte())), max(file.count - 1, 0))
      guard place < file.count else { return }
      switch input.choice(6) {
      case 0: file[place] = input.byte()
      case 1: file[place] ^= 1 << UInt8(input.choice(8))
      case 2: for offset in place..<min(place + Int(input.byte()), file.count) { file[offset] = 0 }
      case 3:
        for (offset, byte) in input.bytes(8).enumerated() where place + offset < file.count {
          file[place + offset] = byte
        }
      case 4:
        let other = input.choice(max(file.count / 4096, 1)) * 4096
        let start = page * 4096
        if max(start, other) + 4096 <= file.count {
          file.replaceSubrange(start..<start + 4096, with: Array(file[other..<other + 4096]))
        }
      default: if input.choice(8) == 0 { file.removeSubrange(place...) }
      }
    }
  }

  private static func attempt(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) { try body() } catch {
      switch error.code {
      case .damaged, .notOurs, .newerVersion, .refused: break
      default: fatalError("broken: a damaged file is called damaged: \(error.code), \(error)")
      }
      hold(!error.description.isEmpty, "an error says something")
    }
  }

  private static func look(in directory: String) throws(StoreError) {
    let store = try TaskStore(
      directory: directory, history: HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: .max))
    defer { store.close() }
    let contents = try store.load()
    for task in contents.tasks {
      // The length of its request stands in another row.
      var expected = written.tasks[task.id]
      expected?.payloadBytes = task.payloadBytes
      hold(expected == task, "a task is what was written: \(task)")
    }
    for run in contents.activeRuns { hold(written.runs[run.id] == run, "a run is what was written: \(run)") }
    for record in contents.declarations {
      hold(written.declarations[record.task] == record, "a record is what was written: \(record)")
    }
    written.check(store, contents)
    _ = try Waiting.value { store.probe(completion: $0) }
  }
}
