// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only, more) Returns whether work that asks for some conditions could start. With more there is a
  /// reply now and, if they do not hold, another one when they do. The call is no task: nothing of it is kept
  /// when the connection ends, and a later daemon knows nothing of it.
  ///
  /// Errors: InvalidRequest, Unavailable (with more: too many such calls, or the connection has one already).
  ///
  ///     call  WaitFor {"when":"external-power"}
  ///     reply {"expression":[{"depth":0,"state":"holds","text":"external-power",…}],"holds":true}
  package enum WaitFor: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.WaitFor`
    package static let name = "io.bgtaskd.Scheduler.WaitFor"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The expression, as in TaskRequest.when (1 to 4096 bytes).
      package var when: String
      /// The effect of conditions that no source reports, as in TaskRequest.
      package var unknownConditions: Wire.UnknownPolicy?
      /// The name of the waiting work, for ListWaiting, such as a unit's name: one line (up to 255 bytes).
      /// Absent: no name.
      package var name: String?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(when: String, unknownConditions: Wire.UnknownPolicy? = nil, name: String? = nil) {
        (self.when, self.unknownConditions, self.name) = (when, unknownConditions, name)
      }

      private static let fields: [StaticString] = ["name", "unknownConditions", "when"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var when: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { name = try reader.text() }
            case 1: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
            default: when = try reader.text()
          }
        }
        guard let when else { throw reader.missing("when", in: members, expected: "a string") }
        self.when = when
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("unknownConditions", unknownConditions)
        writer.member("when", when)
        writer.endObject()
      }

      /// The bounds of fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        /// The bounds of `when`.
        package static let when: ClosedRange<Int> = 1...4096
        /// The bounds of `name`.
        package static let name: ClosedRange<Int> = 0...255
      }

      /// Holds what the fields say against their bounds.
      /// - Parameter path: The prefix of the names in errors; ends in a dot.
      /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(when, Bounds.when, path, "when")
        try FieldCheck.bytes(name, Bounds.name, path, "name")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// Whether the conditions hold, and have for long enough to start work. With more, a reply that says
      /// true is the last.
      package var holds: Bool
      /// The expression, part by part.
      package var expression: [Wire.ExpressionPart]
      /// The date on which time alone lets the conditions hold. Absent: time alone does not, that takes too
      /// long to find (many times of day), or they hold.
      package var forecastUSec: Int64?
      /// The names of conditions that no source reports, as in Task.
      package var unobserved: [String]?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(
        holds: Bool, expression: [Wire.ExpressionPart], forecastUSec: Int64? = nil,
        unobserved: [String]? = nil
      ) {
        (self.holds, self.expression, self.forecastUSec) = (holds, expression, forecastUSec)
        self.unobserved = unobserved
      }

      private static let fields: [StaticString] = ["expression", "forecastUSec", "holds", "unobserved"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var holds: Bool?, expression: [Wire.ExpressionPart]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: expression = try reader.values()
            case 1: if try !reader.null() { forecastUSec = try reader.integer() }
            case 2: holds = try reader.flag()
            default: if try !reader.null() { unobserved = try reader.texts() }
          }
        }
        guard let holds else { throw reader.missing("holds", in: members, expected: "true or false") }
        self.holds = holds
        guard let expression else { throw reader.missing("expression", in: members, expected: "an array") }
        self.expression = expression
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("expression", expression)
        writer.member("forecastUSec", forecastUSec)
        writer.member("holds", holds)
        writer.member("unobserved", unobserved)
        writer.endObject()
      }
    }
  }
}
