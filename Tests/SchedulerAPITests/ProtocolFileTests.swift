import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

/// The protocol file and the Swift types cannot drift apart.
struct ProtocolFileTests {
  private let description = SchedulerInterface.description

  /// The type with the declared ones put in, and structures in the order of names.
  private func resolved(_ type: ValueType) -> ValueType {
    switch type {
    case .bool, .int, .float, .string, .object, .enumeration: return type
    case .array(let element): return .array(resolved(element))
    case .map(let element): return .map(resolved(element))
    case .optional(let wrapped): return .optional(resolved(wrapped))
    case .named(let name): return description.types[name].map(resolved) ?? type
    case .structure(let fields):
      return .structure(
        fields.map { Field(name: $0.name, type: resolved($0.type)) }.sorted { $0.name < $1.name })
    }
  }

  private func shape<Value: Decodable>(of type: Value.Type) throws -> ValueType {
    resolved(try ProbeDecoder.shape(of: type).0)
  }

  @Test("The file describes io.bgtaskd.Scheduler")
  func name() {
    #expect(description.name == SchedulerMethod.interface)
    #expect(description.text.contains("interface io.bgtaskd.Scheduler\n"))
  }

  @Test("Every declared type has a Swift type that is decoded likewise")
  func types() throws {
    let swift: [(String, any Decodable.Type)] = [
      ("Kind", Wire.Kind.self), ("TaskState", Wire.TaskState.self),
      ("ConflictPolicy", Wire.ConflictPolicy.self), ("DeadlinePolicy", Wire.DeadlinePolicy.self),
      ("SubmissionStrategy", Wire.SubmissionStrategy.self), ("Backoff", Wire.Backoff.self),
      ("Retry", Wire.Retry.self), ("Command", Wire.Command.self), ("TaskRequest", Wire.TaskRequest.self),
      ("Progress", Wire.Progress.self), ("Task", Wire.Task.self), ("Outcome", Wire.Outcome.self),
      ("Reason", Wire.Reason.self), ("Run", Wire.Run.self), ("PowerSource", Wire.PowerSource.self),
      ("NetworkAccess", Wire.NetworkAccess.self), ("Conditions", Wire.Conditions.self),
      ("SubmitResult", Wire.SubmitResult.self), ("ApplicationState", Wire.ApplicationState.self),
      ("Account", Wire.Account.self),
    ]
    #expect(swift.map(\.0).sorted() == description.types.keys.sorted())
    for (name, type) in swift {
      #expect(try shape(of: type) == resolved(.named(name)), "\(name)")
    }
  }

  private func compare<Method: VarlinkMethod>(_ method: Method.Type) throws {
    let prefix = description.name + "."
    try #require(method.name.hasPrefix(prefix))
    let declared = try #require(description.methods[String(method.name.dropFirst(prefix.count))])
    #expect(
      try shape(of: Method.Parameters.self) == resolved(.structure(declared.parameters)), "\(method.name)")
    #expect(try shape(of: Method.Reply.self) == resolved(.structure(declared.reply)), "\(method.name)")
  }

  @Test("Every method has Swift types for its parameters and its reply that are decoded likewise")
  func methods() throws {
    #expect(
      AllMethods.types.map { $0.name }.sorted()
        == description.methods.keys.map { "\(description.name).\($0)" }.sorted())
    for method in AllMethods.types { try compare(method) }
  }

  @Test("What Swift types encode is what the file says: every field, when all are there")
  func encoding() throws {
    var request = Samples.fullRequest
    // Only one of unit and command is allowed, which is not a matter of the encoding.
    request.unit = "a.service"
    let encoded = try #require(Samples.keys(of: request))
    guard case .structure(let fields)? = description.types["TaskRequest"] else {
      Issue.record("TaskRequest is no structure")
      return
    }
    #expect(encoded == fields.map(\.name).sorted())
    #expect(try Wire.TaskRequest(payload: request.payload) == request)
  }

  @Test("Every error of the file has a case whose parameters have the file's names")
  func errors() throws {
    var names: [String] = []
    for error in Samples.errors {
      let declared = try #require(description.errors[error.shortName], "\(error.shortName)")
      #expect(Samples.keys(of: error.parameters) == declared.map(\.name).sorted(), "\(error.shortName)")
      names.append(error.shortName)
    }
    #expect(names.sorted() == description.errors.keys.sorted())
  }

  @Test("Enumerations of the wire and of the core have the same cases in the same order")
  func enumerations() {
    #expect(Wire.Kind.allCases.map(\.rawValue) == Kind.allCases.map(\.rawValue))
    #expect(Wire.TaskState.allCases.map(\.rawValue) == TaskState.allCases.map(\.rawValue))
    #expect(Wire.ConflictPolicy.allCases.map(\.rawValue) == ConflictPolicy.allCases.map(\.rawValue))
    #expect(Wire.DeadlinePolicy.allCases.map(\.rawValue) == DeadlinePolicy.allCases.map(\.rawValue))
    #expect(Wire.SubmissionStrategy.allCases.map(\.rawValue) == SubmissionStrategy.allCases.map(\.rawValue))
    #expect(Wire.Backoff.allCases.map(\.rawValue) == Backoff.allCases.map(\.rawValue))
    #expect(Wire.Outcome.allCases.map(\.rawValue) == Outcome.allCases.map(\.rawValue))
    #expect(Wire.PowerSource.allCases.map(\.rawValue) == PowerSource.allCases.map(\.rawValue))
    #expect(Wire.NetworkAccess.allCases.map(\.rawValue) == NetworkAccess.allCases.map(\.rawValue))
    #expect(Wire.ApplicationState.allCases.map(\.rawValue) == ApplicationState.allCases.map(\.rawValue))
    #expect(Wire.ApplicationState.allCases.map { ApplicationState($0) } == ApplicationState.allCases)
  }

  @Test("Every condition of the core is a field of the file")
  func conditionFields() {
    guard case .structure(let fields)? = description.types["Conditions"] else {
      Issue.record("Conditions is no structure")
      return
    }
    let states = ["simulated", "unmet", "unknown"]
    #expect(fields.map(\.name).filter { !states.contains($0) } == ConditionField.allCases.map(\.rawValue))
  }
}
