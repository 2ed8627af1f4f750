// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension SchedulerMethod {
  /// Keeps a task. When the reply comes it is on disk. InvalidRequest: field says which value. NotPermitted:
  /// the identifier is not this user's to use, or is a file's. TooManyPendingTaskRequests. AlreadyPending:
  /// where onConflict is fail. ImmediateRunIneligible: where strategy is fail. PermissionDenied: who may
  /// submit, the administrator says. Unavailable also says that there is no room: the user's pending tasks
  /// take all the bytes that they may (MaxPendingBytesPerUser=), or the last of the disk is kept for what has
  /// happened (StateReserveBytes=).
  ///
  ///     {"request":{"identifier":"org.example.backup","kind":"processing","requiresExternalPower":true,
  ///       "command":{"argv":["/usr/bin/tar","-czf","/srv/home.tar.gz","/home/me"]}}}
  ///     {"task":{"attempt":1,"request":{…},"state":"waiting","submittedUSec":1767225600000000,"uid":1000}}
  public enum Submit: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Submit`
    public static let name = "io.bgtaskd.Scheduler.Submit"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `request`.
      public var request: Wire.TaskRequest

      /// What is not given is absent.
      public init(request: Wire.TaskRequest) {
        self.request = request
      }

      private static let fields: [StaticString] = ["request"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var request: Wire.TaskRequest?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: request = try Wire.TaskRequest(from: &reader)
          }
        }
        guard let request else {
          throw reader.missing("request", in: members, expected: "an object")
        }
        self.request = request
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("request")
        request.write(to: &writer)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `task`.
      public var task: Wire.Task

      /// What is not given is absent.
      public init(task: Wire.Task) {
        self.task = task
      }

      private static let fields: [StaticString] = ["task"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let task else {
          throw reader.missing("task", in: members, expected: "an object")
        }
        self.task = task
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("task")
        task.write(to: &writer)
        writer.endObject()
      }
    }
  }
}
