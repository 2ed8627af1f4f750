import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("All sources together")
struct SystemConditionSourcesTests {
  /// A source that says what it is told to say.
  private final class Scripted: RefreshableSource {
    let name: String
    private let first: [ConditionChange]
    private let error: SystemError?
    private var handler: (([ConditionChange]) -> Void)?

    init(_ name: String, _ first: [ConditionChange] = [], error: SystemError? = nil) {
      self.name = name
      self.first = first
      self.error = error
    }

    var isRunning: Bool { handler != nil }

    func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
      if let error { throw error }
      self.handler = handler
      if !first.isEmpty { handler(first) }
    }

    func say(_ change: ConditionChange) { handler?([change]) }
    func refresh() { say(.flag(.storageLow, true)) }
    func stop() { handler = nil }
  }

  @Test("What is true at the start comes in one call; who is absent and who failed is said by name")
  func start() throws {
    let refusal = SystemError(call: "socket", subject: "netlink", code: EAFNOSUPPORT)
    let power = Scripted("power-supply", [.powerSource(.battery), .batteryPercent(9)])
    let failing = Scripted("network", error: refusal)
    let silent = Scripted("thermal")
    let storage = Scripted("storage", [.flag(.storageLow, false)])
    let inbox = Inbox()
    let sources = SystemConditionSources(
      queue: DispatchQueue(label: "test"), [power, failing, silent, storage])
    let report = sources.start { inbox.take($0) }
    #expect(inbox.batches == [[.powerSource(.battery), .batteryPercent(9), .flag(.storageLow, false)]])
    #expect(report.absent == ["thermal"])
    #expect(report.failures.map(\.name) == ["network"])
    #expect(report.failures.map(\.error) == [refusal.description])
    silent.say(.flag(.thermalPressure, true))
    power.say(.powerSource(.external))
    #expect(inbox.batches.suffix(2) == [[.flag(.thermalPressure, true)], [.powerSource(.external)]])
    sources.stop()
    #expect(!power.isRunning && !silent.isRunning && !storage.isRunning)
    let again = sources.start { inbox.take($0) }
    #expect(again == report)
    sources.stop()
  }

  @Test("Only sources that run are asked to look again")
  func refresh() throws {
    let storage = Scripted("storage", [.flag(.storageLow, false)])
    let failing = Scripted("other", error: SystemError(call: "open", code: EIO))
    let sources = SystemConditionSources(queue: DispatchQueue(label: "test"), [storage, failing])
    let inbox = Inbox()
    _ = sources.start { inbox.take($0) }
    sources.refresh()
    #expect(inbox.batches == [[.flag(.storageLow, false)], [.flag(.storageLow, true)]])
    sources.stop()
    sources.refresh()
    #expect(inbox.batches.count == 2)
  }

  @Test("A machine that has nothing leaves everything unknown but the network and the disk")
  func emptyMachine() throws {
    try NetworkNamespace.inNew {
      let files = try FileTree()
      var roots = SystemConditionRoots()
      roots.powerSupply = "\(files.path)/power"
      roots.pressure = "\(files.path)/pressure"
      roots.thermal = "\(files.path)/thermal"
      let queue = DispatchQueue(label: "test")
      let sources = SystemConditionSources(
        queue: queue, bus: BusConnection(.system, queue: queue), uid: nil, stateDirectory: files.path,
        roots: roots)
      let inbox = Inbox()
      let report = queue.sync { sources.start { inbox.take($0) } }
      #expect(report.absent == ["power-supply", "pressure", "thermal"])
      #expect(report.failures.isEmpty)
      #expect(inbox.batches.count == 1)
      #expect(inbox.conditions.network == .none)
      #expect(inbox.conditions.storageLow != nil)
      #expect(inbox.conditions.powerSource == .unknown)
      queue.sync { sources.stop() }
    }
  }

  @Test("On this machine every source starts")
  func thisMachine() throws {
    let files = try FileTree()
    let queue = DispatchQueue(label: "test")
    let sources = SystemConditionSources(
      queue: queue, bus: BusConnection(.system, queue: queue), uid: nil, stateDirectory: files.path)
    let inbox = Inbox()
    let report = queue.sync { sources.start { inbox.take($0) } }
    defer { queue.sync { sources.stop() } }
    #expect(report.failures.isEmpty)
    #expect(inbox.batches.count == 1)
    #expect(inbox.conditions.network != .unknown)
    queue.sync { sources.refresh() }
  }
}
