// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The result of one request of a batch.
  package struct SubmitResult: MessageStructure {
    /// The task that was accepted; in an answer of more than 2 MB of requests, and of a task that is over
    /// already, without what only its program needs. Absent: the request was refused.
    package var task: Wire.Task?
    /// The name of the error, with its interface. Absent: the request was accepted.
    package var error: String?
    /// The field that InvalidRequest is about.
    package var field: String?
    /// The error in words, for people.
    package var message: String?

    package init(task: Wire.Task? = nil, error: String? = nil, field: String? = nil, message: String? = nil) {
      (self.task, self.error, self.field, self.message) = (task, error, field, message)
    }

    private static let fields: [StaticString] = ["error", "field", "message", "task"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { error = try reader.text() }
          case 1: if try !reader.null() { field = try reader.text() }
          case 2: if try !reader.null() { message = try reader.text() }
          default: if try !reader.null() { task = try Wire.Task(from: &reader) }
        }
      }
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("error", error)
      writer.member("field", field)
      writer.member("message", message)
      if let task { writer.member("task", task) }
    }
  }
}
