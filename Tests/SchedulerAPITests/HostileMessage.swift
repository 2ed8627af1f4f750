import Testing

/// A message that has to be refused, and how.
struct HostileMessage: CustomTestStringConvertible, Sendable {
  /// The message, without its NUL.
  let bytes: [UInt8]
  /// The error's name without its interface.
  let error: String
  /// The field that the error names.
  let field: String

  init(_ bytes: [UInt8], _ error: String, _ field: String) {
    self.bytes = bytes
    self.error = error
    self.field = field
  }

  init(_ text: String, _ error: String = "InvalidParameter", _ field: String = "") {
    self.init(Array(text.utf8), error, field)
  }

  /// A Submit of a request that is right but for the members added.
  static func submit(
    _ members: String, _ field: String, _ error: String = "InvalidRequest", kind: String = "processing",
    identifier: String = "a", command: String = #"{"argv":["/bin/true"]}"#
  ) -> HostileMessage {
    let head = #""identifier":"\#(identifier)","kind":"\#(kind)","command":\#(command)"#
    let request = members.isEmpty ? head : head + "," + members
    return HostileMessage(
      #"{"method":"io.bgtaskd.Scheduler.Submit","parameters":{"request":{\#(request)}}}"#, error, field)
  }

  /// A Submit whose parameters are not what the protocol file says.
  static func malformed(_ parameters: String, _ field: String) -> HostileMessage {
    HostileMessage(
      #"{"method":"io.bgtaskd.Scheduler.Submit","parameters":\#(parameters)}"#, "InvalidParameter", field)
  }

  /// A Register, which needs `more`.
  static func register(
    _ members: String, _ field: String, _ error: String = "InvalidParameter"
  ) -> HostileMessage {
    HostileMessage(
      #"{"method":"io.bgtaskd.Scheduler.Register","more":true,"parameters":{\#(members)}}"#, error, field)
  }

  /// A call of another method.
  static func call(
    _ method: String, _ parameters: String, _ field: String, _ error: String = "InvalidParameter"
  ) -> HostileMessage {
    HostileMessage(
      #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)}"#, error, field)
  }

  var testDescription: String { String(decoding: bytes.prefix(120), as: UTF8.self) }
}
