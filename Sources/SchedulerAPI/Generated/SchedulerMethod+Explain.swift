// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns why a task is not running now: every reason, not only the first.
  ///
  /// Errors: InvalidRequest, NoSuchTask, PermissionDenied (user).
  ///
  ///     call  Explain {"identifier":"org.example.backup"}
  ///     reply {"canProceed":false,"forecastUSec":4102444800000000,"reasons":[{"code":"earliestBegin",
  ///             "message":"its earliest begin date has not come",…}]}
  package enum Explain: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Explain"
    package typealias Parameters = Get.Parameters

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// Whether nothing keeps the task from beginning or, of a running task, from going on.
      package var canProceed: Bool
      /// The reasons that keep the task, beginning with that of Task.reason.
      package var reasons: [Wire.Reason]
      /// The earliest moment at which the task could begin, as far as dates alone decide. Absent: the task
      /// runs.
      package var forecastUSec: Int64?
      /// The expression of when and while, part by part. Of a running task, the conditions that must go on
      /// holding: those that fields ask for, a part each, then the parts of the expression. Absent: there is
      /// none.
      package var expression: [Wire.ExpressionPart]?
      /// The steps to come by which the task asks for fewer conditions, in the order of their dates. Absent:
      /// there are none.
      package var relaxations: [Wire.RelaxationStep]?
      /// The names of conditions that no source reports, as in Task.
      package var unobserved: [String]?
      /// The effect of those conditions, as in Task.
      package var unknownConditions: Wire.UnknownPolicy?
      /// Whether the task runs. Absent: false, it waits.
      package var running: Bool?
      /// The time that is left of the task's lease, as in Task.
      package var trustedForDurationUSec: Int64?

      package init(
        canProceed: Bool, reasons: [Wire.Reason], forecastUSec: Int64? = nil,
        expression: [Wire.ExpressionPart]? = nil, relaxations: [Wire.RelaxationStep]? = nil,
        unobserved: [String]? = nil, unknownConditions: Wire.UnknownPolicy? = nil, running: Bool? = nil,
        trustedForDurationUSec: Int64? = nil
      ) {
        (self.canProceed, self.reasons, self.forecastUSec) = (canProceed, reasons, forecastUSec)
        (self.expression, self.relaxations, self.unobserved) = (expression, relaxations, unobserved)
        (self.unknownConditions, self.running) = (unknownConditions, running)
        self.trustedForDurationUSec = trustedForDurationUSec
      }

      private static let fields: [StaticString] = [
        "canProceed", "expression", "forecastUSec", "reasons", "relaxations", "running",
        "trustedForDurationUSec", "unknownConditions", "unobserved"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var canProceed: Bool?, reasons: [Wire.Reason]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: canProceed = try reader.flag()
            case 1: if try !reader.null() { expression = try reader.values() }
            case 2: if try !reader.null() { forecastUSec = try reader.integer() }
            case 3: reasons = try reader.values()
            case 4: if try !reader.null() { relaxations = try reader.values() }
            case 5: if try !reader.null() { running = try reader.flag() }
            case 6: if try !reader.null() { trustedForDurationUSec = try reader.integer() }
            case 7: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
            default: if try !reader.null() { unobserved = try reader.texts() }
          }
        }
        self.canProceed = try reader.required(canProceed, "canProceed", in: members)
        self.reasons = try reader.required(reasons, "reasons", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("canProceed", canProceed)
        writer.member("expression", expression)
        writer.member("forecastUSec", forecastUSec)
        writer.member("reasons", reasons)
        writer.member("relaxations", relaxations)
        writer.member("running", running)
        writer.member("trustedForDurationUSec", trustedForDurationUSec)
        if let unknownConditions { writer.member("unknownConditions", unknownConditions) }
        writer.member("unobserved", unobserved)
      }
    }
  }
}
