import Dispatch
import Foundation
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport

/// A person's runtime directory and bus, and the source that follows the displays there.
final class DisplayBench {
  let folder: TemporaryFolder
  let warnings = Mailbox<String>()
  private let bench: SourceBench
  private let isStarted = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - folder: The runtime directory.
  ///   - change: Makes something else of where displays are.
  init(
    _ folder: TemporaryFolder? = nil, pause: TimeSpan = .milliseconds(500),
    _ change: (inout DisplayPlaces) -> Void = { _ in }
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    var places = DisplayPlaces(uid: geteuid(), environment: ["XDG_RUNTIME_DIR": folder.path])
    places.waylandHelper = BuiltProduct.url("bgtask-idle-wayland").path()
    places.x11Helper = BuiltProduct.url("bgtask-idle-x11").path()
    // Other tests' servers come and go in the machine's own.
    places.x11Sockets = folder.path
    change(&places)
    bench = try SourceBench { [places, warnings] bus, queue in
      IdleMonitorsSource(on: bus, queue: queue, displays: places, pause: pause) { warnings.append($0) }
    }
  }

  var bus: PrivateBus { bench.bus }

  func start() throws { try bench.start() }

  func refresh() { bench.refresh() }

  func mock(_ template: String, _ name: String) throws -> MockedService { try bench.mock(template, name) }

  /// All that was said, in order.
  var said: [Bool?] {
    bench.inbox.batches.flatMap(\.self).map { change in
      if case .flag(let isIdle) = change.value { isIdle } else { nil }
    }
  }

  /// Waits until this was said last.
  func says(_ isIdle: Bool?) -> Bool { bench.inbox.wait(seconds: 20) { [self] _ in said.last == isIdle } }

  /// Waits until one after the other was said since so much had been said.
  func says(_ all: [Bool?], after count: Int) -> Bool {
    bench.inbox.wait(seconds: 20) { [self] _ in said.count >= count + all.count }
      && Array(said[count..<count + all.count]) == all
  }

  /// The helper that has this in its environment.
  func helper(_ name: String, _ value: String) -> ProcessHandle? {
    ProcessTable.children(of: getpid()).first { pid in
      HelperProcesses.contains(pid) && ProcessTable.isAlive(pid)
        && ProcessTable.environmentValue(of: pid, name) == value
    }.flatMap { try? ProcessHandle(pid: $0) }
  }
}
