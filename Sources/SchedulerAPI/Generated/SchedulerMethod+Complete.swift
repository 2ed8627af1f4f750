// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension SchedulerMethod {
  /// A run of the caller's user has reached its end. NoSuchRun: it is not known, or has ended already.
  public enum Complete: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Complete`
    public static let name = "io.bgtaskd.Scheduler.Complete"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `runId`.
      public var runId: String
      /// `success`.
      public var success: Bool

      /// What is not given is absent.
      public init(runId: String, success: Bool) {
        self.runId = runId
        self.success = success
      }

      private static let fields: [StaticString] = ["runId", "success"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var success: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: runId = try reader.text()
            default: success = try reader.flag()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let success else {
          throw reader.missing("success", in: members, expected: "true or false")
        }
        self.runId = runId
        self.success = success
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.name("success")
        writer.flag(success)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}
