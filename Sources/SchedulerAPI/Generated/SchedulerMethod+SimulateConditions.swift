// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (privileged) Sets conditions for a test, and leaves the others to the real sources. The method works
  /// only where the configuration allows simulation (AllowSimulation=).
  ///
  /// Errors: InvalidRequest, PermissionDenied, SimulationDisabled.
  ///
  ///     call  SimulateConditions {"conditions":{"powerSource":"battery","batteryPercent":"62"}}
  ///     reply {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
  ///     reply GetConditions {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
  ///     reply Watch {"conditions":{"powerSource":"battery",…},"event":"conditions",
  ///             "timeUSec":1767225600000000}
  ///     call  SimulateConditions {"conditions":{"powerSource":"sunlight"}}
  ///     error InvalidRequest {"field":"conditions.powerSource","message":"…"}
  package enum SimulateConditions: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.SimulateConditions"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Values by the names of Conditions: true, yes, false, no; 0 to 100; a name; names with commas between
      /// them; for each of them unknown.
      package var conditions: [String: String]
      /// Whether all conditions go back to their real sources first. Absent: false.
      package var clear: Bool?

      package init(conditions: [String: String], clear: Bool? = nil) {
        (self.conditions, self.clear) = (conditions, clear)
      }

      private static let fields: [StaticString] = ["clear", "conditions"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: [String: String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { clear = try reader.flag() }
            default: conditions = try reader.namedTexts()
          }
        }
        self.conditions = try reader.required(conditions, "conditions", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("clear", clear)
        writer.member("conditions", conditions)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The conditions as the scheduler believes them then.
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
