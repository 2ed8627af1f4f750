import Glibc
import LinuxSystem
import SchedulerCore

/// The object that a ``UnitRun`` reports to.
protocol UnitRunClient: AnyObject {
  /// The program runs.
  func started(_ run: UnitRun)
  /// The program was not started. This is the run's last report.
  func failed(_ run: UnitRun, _ problem: LaunchProblem)
  /// The program and all that it left behind is gone. This is the run's last report.
  func ended(_ run: UnitRun, _ end: UnitEnd)
  /// Takes the signals about this object for the run.
  /// - Returns: False when another run has them already, which knows the unit by another of its names.
  func found(_ run: UnitRun, path: String) -> Bool
  /// The state of an adopted unit is known. This is the last report of a missing one.
  func adopted(_ run: UnitRun, _ state: UnitRunAdoption)
}

/// The shell of one run's ``UnitRunStateMachine``: it carries out the actions, and takes their results back.
/// Confined to the executor's queue.
final class UnitRun {
  private var machine: UnitRunStateMachine
  private let link: ManagerLink
  private let location: UnitManager
  private weak var client: (any UnitRunClient)?
  private var inputs: [UnitRunStateMachine.Input] = []
  private var isCarryingOut = false

  init(
    _ unit: UnitOfRun, _ purpose: UnitRunStateMachine.Purpose, path: String, link: ManagerLink,
    location: UnitManager, client: any UnitRunClient
  ) {
    machine = UnitRunStateMachine(unit, purpose, path: path)
    self.link = link
    self.location = location
    self.client = client
  }

  var unit: UnitOfRun { machine.unit }
  var path: String { machine.path }
  var leavesBehind: Bool { machine.leavesBehind }
  var release: UnitRelease? { machine.release }

  /// The control group of the unit's processes; nil when that is not known.
  var controlGroup: String? {
    if unit.isTransient { return "\(link.controlGroup)/\(UnitOfRun.slice)/\(unit.name)" }
    return machine.snapshot.controlGroup.isEmpty ? nil : machine.snapshot.controlGroup
  }

  func waits(for job: String) -> Bool { machine.waits(for: job) }

  /// Takes over properties that have changed.
  func changed(_ reader: BusReader) {
    var snapshot = machine.snapshot
    // A malformed message is read as far as it goes; the next look finds the rest.
    try? snapshot.take(reader)
    take(.changed(snapshot))
  }

  /// Takes one input after another: an input that an action causes at once waits until the other actions are
  /// carried out.
  func take(_ input: UnitRunStateMachine.Input) {
    inputs.append(input)
    guard !isCarryingOut else { return }
    isCarryingOut = true
    while !inputs.isEmpty {
      for action in machine.handle(inputs.removeFirst()) { carryOut(action) }
    }
    isCarryingOut = false
  }

  private func carryOut(_ action: UnitRunStateMachine.Action) {
    switch action {
    case .startTransientUnit(let program): start(program)
    case .loadUnit: call("LoadUnit", then: { $0.take(.loadAnswered(Self.objectPath($1))) })
    case .startUnit: call("StartUnit", "replace", then: { $0.take(.startAnswered(Self.objectPath($1))) })
    case .look: link.properties(of: path) { [weak self] in self?.take(.looked($0)) }
    case .readArguments: link.arguments(of: path) { [weak self] in self?.take(.argumentsRead($0)) }
    case .stop: call("StopUnit", "replace")
    case .killAll: call("KillUnit", machine.leavesBehind ? "main" : "all", Self.sigkill)
    case .killLeftovers:
      call("KillUnit", "all-fail", Self.sigkill, then: { $0.take(.leftoversKilled($1.error)) })
    case .removeEnvironment: location.secretFiles?.remove(unit.run)
    case .claim(let path): take(client?.found(self, path: path) == true ? .pathClaimed : .pathTaken)
    case .started: client?.started(self)
    case .failed(let problem): client?.failed(self, problem)
    case .ended(let end): client?.ended(self, end)
    case .adopted(let state): client?.adopted(self, state)
    }
  }

  private func start(_ program: Program) {
    let file: String?
    do throws(SystemError) {
      file = try location.secretFiles?.put(program.environment, for: program.run)
    } catch {
      return take(.environmentFailed(error))
    }
    let properties = UnitProperties(
      program: program, runsAsUsers: location.runsAsUsers, knowsIdleWeight: link.version >= 252,
      environmentFile: file, secretFiles: location.secretFiles)
    call(
      "StartTransientUnit", "fail",
      { (writer) throws(BusError) in
        try properties.write(writer)
        try writer.array(of: "(sa(sv))") { _ in }
      }, then: { $0.take(.startAnswered(Self.objectPath($1))) })
  }

  private static func sigkill(_ writer: BusWriter) throws(BusError) { try writer.int32(SIGKILL) }

  /// Calls a method of the manager about the unit.
  /// - Parameters:
  ///   - word: The argument after the unit's name, which most methods have.
  ///   - rest: Writes the arguments after that.
  ///   - then: Gets the answer, unless the run is gone.
  private func call(
    _ method: String, _ word: String? = nil, _ rest: (BusWriter) throws(BusError) -> Void = { _ in },
    then: @escaping (UnitRun, Result<BusMessage, BusError>) -> Void = { _, _ in }
  ) {
    link.call(method) { (writer) throws(BusError) in
      try writer.string(unit.name)
      if let word { try writer.string(word) }
      try rest(writer)
    } reply: { [weak self] answer in
      if let self { then(self, answer) }
    }
  }

  /// Returns the object's path in the answer of a method that begins a job or loads a unit.
  private static func objectPath(_ answer: Result<BusMessage, BusError>) -> Result<String, BusError> {
    answer.flatMap { message in
      Result { () throws(BusError) in
        try message.read { (reader) throws(BusError) in try reader.objectPath() }
      }
    }
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
