// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension SchedulerMethod {
  /// Starts a pending task now, whatever its date and requirements.
  ///
  /// Errors: InvalidRequest (also where an earlier run of it still goes on), NoSuchTask, Unavailable (no room
  /// for another run, nobody to do it, or the machine goes to sleep).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.index","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}}}
  ///     reply {"task":{…}}
  ///     call  SimulateLaunch {"identifier":"org.example.index"}
  ///     reply {"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6"}
  public enum SimulateLaunch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateLaunch`
    public static let name = "io.bgtaskd.Scheduler.SimulateLaunch"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// Its identifier.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// The run that it began.
      public var runId: String

      /// What is not given is absent.
      public init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        self.runId = runId
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }
  }
}
