// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only, more) Returns the conditions of the machine as the scheduler believes them. With more there
  /// is a reply now and at every change, for as long as the connection lives.
  ///
  /// Errors: Unavailable (with more: too many such calls, or the connection has one already).
  ///
  ///     more  GetConditions {}
  ///     reply {"conditions":{"cpuPressure":false,"idle":true,"ioPressure":false,"lowPowerMode":false,
  ///             "memoryPressure":false,"network":"unmetered","powerSource":"external","simulated":[…],
  ///             "storageLow":false,"thermalPressure":false,"unknown":[…],"unmet":[…],…}}
  package enum GetConditions: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.GetConditions"
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The conditions of the machine.
      package var conditions: Wire.Conditions

      package init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: Wire.Conditions?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: conditions = try Wire.Conditions(from: &reader)
          }
        }
        self.conditions = try reader.required(conditions, "conditions", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("conditions", conditions)
      }
    }
  }
}
