import Glibc
import SchedulerCore
import SystemConditions
import TestSupport

/// A console of a test's own, where somebody has logged in and typed a minute ago, and a source for which
/// half a minute is a pause.
final class ConsoleBench {
  /// The console's file: its times are those of the last input.
  struct Console: Sendable {
    let path: String

    /// Somebody has typed, and nobody has read it.
    func typed(secondsAgo: Int) {
      let moment = time(nil) - secondsAgo
      var times = utimbuf(actime: moment, modtime: moment)
      _ = utime(path, &times)
    }

    /// A program reads what somebody types at this moment.
    func typedAndRead() {
      typed(secondsAgo: 0)
      let descriptor = open(path, O_RDONLY)
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
      close(descriptor)
    }
  }

  let console: Console
  let bench: SourceBench
  private let folder: TemporaryFolder
  private let logind: MockedLogind

  init() throws {
    let folder = try TemporaryFolder()
    console = Console(path: try folder.write("console", "x"))
    console.typed(secondsAgo: 60)
    bench = try SourceBench { bus, queue in
      LoginSessionsSource(on: bus, queue: queue, pause: .seconds(30), terminals: folder.path)
    }
    logind = try MockedLogind(on: bench.bus)
    try logind.open("2", uid: 1000, terminal: "console")
    self.folder = folder
  }
}
