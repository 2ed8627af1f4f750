// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension Wire {
  /// What became of one request of a batch.
  public struct SubmitResult: MessageValue {
    /// What was accepted.
    public var task: Wire.Task?
    /// The error's name, with its interface, when it was refused.
    public var error: String?
    /// The field that it is about, of InvalidRequest.
    public var field: String?
    /// For people.
    public var message: String?

    /// What is not given is absent.
    public init(task: Wire.Task? = nil, error: String? = nil, field: String? = nil, message: String? = nil) {
      self.task = task
      self.error = error
      self.field = field
      self.message = message
    }

    private static let fields: [StaticString] = ["error", "field", "message", "task"]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: Wire.Task?
      var error: String?
      var field: String?
      var message: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { error = try reader.text() }
          case 1: if try !reader.null() { field = try reader.text() }
          case 2: if try !reader.null() { message = try reader.text() }
          default: if try !reader.null() { task = try Wire.Task(from: &reader) }
        }
      }
      self.task = task
      self.error = error
      self.field = field
      self.message = message
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let error {
        writer.name("error")
        writer.text(error)
      }
      if let field {
        writer.name("field")
        writer.text(field)
      }
      if let message {
        writer.name("message")
        writer.text(message)
      }
      if let task {
        writer.name("task")
        task.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
