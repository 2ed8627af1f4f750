// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The reason why a run was told to stop, or why a task is not running.
  package struct Reason: MessageStructure {
    /// The code of the reason, for programs: one of reasonCodes of Status.
    package var code: String
    /// The reason in words, for people: one sentence.
    package var message: String
    /// The value that is required.
    package var required: String?
    /// The value that was found instead.
    package var observed: String?
    /// The date since which the reason holds.
    package var sinceUSec: Int64?

    package init(
      code: String, message: String, required: String? = nil, observed: String? = nil, sinceUSec: Int64? = nil
    ) {
      (self.code, self.message, self.required, self.observed) = (code, message, required, observed)
      self.sinceUSec = sinceUSec
    }

    private static let fields: [StaticString] = ["code", "message", "observed", "required", "sinceUSec"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var code: String?, message: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: code = try reader.text()
          case 1: message = try reader.text()
          case 2: if try !reader.null() { observed = try reader.text() }
          case 3: if try !reader.null() { required = try reader.text() }
          default: if try !reader.null() { sinceUSec = try reader.integer() }
        }
      }
      self.code = try reader.required(code, "code", in: members)
      self.message = try reader.required(message, "message", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("code", code)
      writer.member("message", message)
      writer.member("observed", observed)
      writer.member("required", required)
      writer.member("sinceUSec", sinceUSec)
    }
  }
}
