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
    package static let name = "io.bgtaskd.Scheduler.WaitFor"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The expression, as in TaskRequest.when (1 to 4096 bytes).
      package var when: String
      /// The effect of conditions that no source reports, as in TaskRequest.
      package var unknownConditions: Wire.UnknownPolicy?
      /// The name of the waiting work, for ListWaiting, such as a unit's name: one line (up to 255 bytes).
      /// Absent: no name.
      package var name: String?

      package init(when: String, unknownConditions: Wire.UnknownPolicy? = nil, name: String? = nil) {
        (self.when, self.unknownConditions, self.name) = (when, unknownConditions, name)
      }

      private static let fields: [StaticString] = ["name", "unknownConditions", "when"]

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
        self.when = try reader.required(when, "when", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        if let unknownConditions { writer.member("unknownConditions", unknownConditions) }
        writer.member("when", when)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let when: ClosedRange<Int> = 1...4096
        package static let name: ClosedRange<Int> = 0...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(when, Bounds.when, path, "when")
        try FieldCheck.bytes(name, Bounds.name, path, "name")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
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

      package init(
        holds: Bool, expression: [Wire.ExpressionPart], forecastUSec: Int64? = nil,
        unobserved: [String]? = nil
      ) {
        (self.holds, self.expression, self.forecastUSec) = (holds, expression, forecastUSec)
        self.unobserved = unobserved
      }

      private static let fields: [StaticString] = ["expression", "forecastUSec", "holds", "unobserved"]

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
        self.holds = try reader.required(holds, "holds", in: members)
        self.expression = try reader.required(expression, "expression", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("expression", expression)
        writer.member("forecastUSec", forecastUSec)
        writer.member("holds", holds)
        writer.member("unobserved", unobserved)
      }
    }
  }
}
