// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension SchedulerMethod {
  /// (privileged) Only where the configuration allows simulation. Sets the named fields, leaves the
  /// others to the real sources; clear gives everything back to them. Names and values are those of
  /// Conditions, and unknown. PermissionDenied, SimulationDisabled.
  public enum SimulateConditions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateConditions`
    public static let name = "io.bgtaskd.Scheduler.SimulateConditions"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `conditions`.
      public var conditions: [String: String]
      /// `clear`.
      public var clear: Bool?

      /// What is not given is absent.
      public init(conditions: [String: String], clear: Bool? = nil) {
        self.conditions = conditions
        self.clear = clear
      }

      private static let fields: [StaticString] = ["clear", "conditions"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: [String: String]?
        var clear: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { clear = try reader.flag() }
            default: conditions = try reader.namedTexts()
          }
        }
        guard let conditions else {
          throw reader.missing("conditions", in: members, expected: "an object")
        }
        self.conditions = conditions
        self.clear = clear
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let clear {
          writer.name("clear")
          writer.flag(clear)
        }
        writer.name("conditions")
        writer.map(conditions) { writer, element in writer.text(element) }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `conditions`.
      public var conditions: Wire.Conditions

      /// What is not given is absent.
      public init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: Wire.Conditions?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: conditions = try Wire.Conditions(from: &reader)
          }
        }
        guard let conditions else {
          throw reader.missing("conditions", in: members, expected: "an object")
        }
        self.conditions = conditions
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("conditions")
        conditions.write(to: &writer)
        writer.endObject()
      }
    }
  }
}
