import FoundationEssentials
import InterfaceGenerator
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

/// What the compiler does not hold together: the protocol's text, and what programs on both ends take for
/// granted.
struct ProtocolFileTests {
  private let description: InterfaceDescription

  init() throws { description = try InterfaceDescription(SchedulerCall.interface.text) }

  /// The members of JSON, as Foundation reads it, sorted.
  private func members(of json: [UInt8]) throws -> [String] {
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    return try JSONDecoder().decode([String: Anything].self, from: Data(json)).keys.sorted()
  }

  @Test("The text describes io.bgtaskd.Scheduler, and says so to callers")
  func name() {
    #expect(description.name == SchedulerMethod.interface)
    #expect(SchedulerCall.interface.name == SchedulerMethod.interface)
    #expect(SchedulerCall.interface.text.contains("interface io.bgtaskd.Scheduler\n"))
    #expect(
      description.methods.filter { $0.marks == [.needsMore] }.map(\.name) == [
        "Register", "Watch", "BeginAssertion",
      ])
  }

  @Test("A request with every field is written with every field, and comes back as it was")
  func encoding() throws {
    var request = Samples.fullRequest
    // Only one of unit, command, transfer and content is allowed, and of a period, a calendar and changes,
    // which is not a matter of the encoding.
    request.unit = "a.service"
    request.content = "{}"
    request.transfer = .init(direction: .upload, url: "https://a", file: "/a", bytesPerSecond: 1)
    request.calendar = ["daily", "*-*-* 03:00 UTC"]
    request.randomizedDelayDurationUSec = 3_600_000_000
    request.clockChange = .once
    request.judgement = .patient
    request.expectedDurationUSec = 1
    request.canResume = true
    request.checkpointFile = "/a"
    request.pathChange = .init(paths: ["/a"], quietDurationUSec: 0, atLatestDurationUSec: 1)
    let type = try #require(description.types.first { $0.name == "TaskRequest" })
    guard case .structure(let fields) = type.type else {
      Issue.record("TaskRequest is no structure")
      return
    }
    #expect(try members(of: request.json) == fields.map(\.name).sorted())
    #expect(try Wire.TaskRequest(payload: request.payload) == request)
  }

  @Test(
    "Every error says what its declaration has, and is itself when it is read back", arguments: Samples.errors
  )
  func errors(error: SchedulerInterfaceError) throws {
    var writer = JSONWriter()
    error.writeParameters(to: &writer)
    let declared = try #require(description.errors.first { $0.name == error.shortName })
    #expect(try members(of: writer.bytes) == declared.fields.map(\.name).sorted())
    #expect(SchedulerInterfaceError(VarlinkError(name: error.name, rawParameters: writer.bytes)) == error)
    #expect(SchedulerInterfaceError(VarlinkError(name: "org.example.\(error.shortName)")) == nil)
  }

  @Test("There is a sample of every error")
  func samples() {
    #expect(Samples.errors.map(\.shortName).sorted() == description.errors.map(\.name).sorted())
  }

  @Test("The core's enumerations have the names of the text, in its order, and go over the wire by them")
  func enumerations() {
    let types: [any MessageWord.Type] = [
      Wire.Kind.self, Wire.TaskState.self, Wire.ConflictPolicy.self, Wire.DeadlinePolicy.self,
      Wire.SubmissionStrategy.self, Wire.ClockChange.self, Wire.UnknownPolicy.self,
      Wire.Judgement.self, Wire.Backoff.self,
      Wire.IOClass.self, Wire.Sandbox.self, Wire.KillMode.self, Wire.OwnChanges.self,
      Wire.TransferDirection.self, Wire.TransferPriority.self, Wire.Outcome.self, Wire.PowerSource.self,
      Wire.NetworkAccess.self, Wire.Certainty.self, Wire.PartState.self, Wire.ApplicationState.self,
    ]
    let declared = description.types.compactMap { type in
      if case .enumeration(let names) = type.type { (name: type.name, names: names) } else { nil }
    }
    #expect(declared.map(\.name) == types.map { "\($0)" })
    for (declared, type) in zip(declared, types) { #expect(names(of: type) == declared.names) }
  }

  /// Returns the names of a type's values, as they are written.
  private func names<Word: MessageWord>(of type: Word.Type) -> [String] {
    type.allCases.map { value in
      #expect(value.json == Array("\"\(value.rawValue)\"".utf8))
      return value.rawValue
    }
  }

  @Test("Every condition of the core is a field of the text")
  func conditionFields() throws {
    let type = try #require(description.types.first { $0.name == "Conditions" })
    guard case .structure(let fields) = type.type else {
      Issue.record("Conditions is no structure")
      return
    }
    let states = ["simulated", "unmet", "unknown", "observations"]
    #expect(fields.map(\.name).filter { !states.contains($0) } == ConditionField.allCases.map(\.rawValue))
  }
}
