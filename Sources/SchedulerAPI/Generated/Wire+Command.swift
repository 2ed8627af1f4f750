// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A program to run, as the user who submits it.
  package struct Command: MessageValue {
    /// The program, by its absolute path, and its arguments (1 to 1024 elements), together up to 128 KiB.
    /// They can be read by every user while the program runs.
    package var argv: [String]
    /// Where it runs, an absolute path (up to 4095 bytes). Absent: the user's home.
    package var workingDirectory: String?
    /// What is added to its environment (up to 256 elements), together up to 128 KiB. Names that begin with
    /// BGTASK are the daemon's.
    package var environment: [String: String]?

    /// What is not given is absent.
    package init(argv: [String], workingDirectory: String? = nil, environment: [String: String]? = nil) {
      self.argv = argv
      self.workingDirectory = workingDirectory
      self.environment = environment
    }

    private static let fields: [StaticString] = ["argv", "environment", "workingDirectory"]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var argv: [String]?
      var workingDirectory: String?
      var environment: [String: String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: argv = try reader.texts()
          case 1: if try !reader.null() { environment = try reader.namedTexts() }
          default: if try !reader.null() { workingDirectory = try reader.text() }
        }
      }
      guard let argv else {
        throw reader.missing("argv", in: members, expected: "an array")
      }
      self.argv = argv
      self.workingDirectory = workingDirectory
      self.environment = environment
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("argv")
      writer.array(argv) { writer, element in writer.text(element) }
      if let environment {
        writer.name("environment")
        writer.map(environment) { writer, element in writer.text(element) }
      }
      if let workingDirectory {
        writer.name("workingDirectory")
        writer.text(workingDirectory)
      }
      writer.endObject()
    }

    /// What fields may say: numbers, or how many bytes or elements.
    package enum Bounds {
      /// Of `argv`.
      package static let argv: ClosedRange<Int> = 1...1024
      /// Of `workingDirectory`.
      package static let workingDirectory: ClosedRange<Int> = 0...4095
      /// Of `environment`.
      package static let environment: ClosedRange<Int> = 0...256
    }

    /// Holds what the fields say against their bounds.
    /// - Parameter path: What their names follow in errors; ends in a dot.
    /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.elements(argv, Bounds.argv, path, "argv")
      try FieldCheck.bytes(workingDirectory, Bounds.workingDirectory, path, "workingDirectory")
      try FieldCheck.elements(environment, Bounds.environment, path, "environment")
    }
  }
}
