// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Keeps tasks from starting, until a date or until Resume, over restarts of the daemon and of the machine.
  /// Runs that have begun go on or are told to stop; SimulateLaunch starts tasks all the same; deadlines pass
  /// as ever. A pause of the same uid, kind and identifiers takes the place of an earlier one. Only
  /// privileged callers pause the work of other users. A user may have ordered 64 pauses.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable (as many as one user may have, or the disk takes
  /// nothing).
  ///
  ///     call  Pause {"identifiers":"org.example.*","untilUSec":4102444800000000}
  ///     reply {"paused":{"author":1000,"identifiers":"org.example.*","sinceUSec":1767225600000000,
  ///             "uid":1000,"untilUSec":4102444800000000},"running":0}
  ///     reply Watch {"event":"paused","timeUSec":1767225600000000}
  package enum Pause: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Pause"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The identifiers of the tasks, as in PausedWork (1 to 256 bytes).
      package var identifiers: String?
      /// The kind of the tasks, as in PausedWork.
      package var kind: Wire.Kind?
      /// The uid of the tasks' owner, as in PausedWork (0 to 4294967295). Absent: the caller's.
      package var uid: UInt32?
      /// Whether the tasks of all users are paused, instead of one user's. Absent: false.
      package var allUsers: Bool?
      /// The end of the pause, as in PausedWork (0 to 253402300799999999).
      package var untilUSec: Int64?
      /// Whether runs of these tasks are told to stop (reason paused). Absent: false, they go on.
      package var stop: Bool?

      package init(
        identifiers: String? = nil, kind: Wire.Kind? = nil, uid: UInt32? = nil, allUsers: Bool? = nil,
        untilUSec: Int64? = nil, stop: Bool? = nil
      ) {
        (self.identifiers, self.kind, self.uid, self.allUsers) = (identifiers, kind, uid, allUsers)
        (self.untilUSec, self.stop) = (untilUSec, stop)
      }

      private static let fields: [StaticString] = [
        "allUsers", "identifiers", "kind", "stop", "uid", "untilUSec"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { identifiers = try reader.text() }
            case 2: if try !reader.null() { kind = try Wire.Kind(from: &reader) }
            case 3: if try !reader.null() { stop = try reader.flag() }
            case 4: if try !reader.null() { uid = try reader.uint32() }
            default: if try !reader.null() { untilUSec = try reader.integer() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
        writer.member("identifiers", identifiers)
        if let kind { writer.member("kind", kind) }
        writer.member("stop", stop)
        writer.member("uid", uid)
        writer.member("untilUSec", untilUSec)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let identifiers: ClosedRange<Int> = 1...256
        package static let untilUSec: ClosedRange<Int64> = 0...253402300799999999
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(identifiers, Bounds.identifiers, path, "identifiers")
        try FieldCheck.number(untilUSec, Bounds.untilUSec, path, "untilUSec")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The pause that was ordered.
      package var paused: Wire.PausedWork
      /// The number of runs of these tasks that had begun.
      package var running: Int

      package init(paused: Wire.PausedWork, running: Int) {
        (self.paused, self.running) = (paused, running)
      }

      private static let fields: [StaticString] = ["paused", "running"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var paused: Wire.PausedWork?, running: Int?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: paused = try Wire.PausedWork(from: &reader)
            default: running = Int(try reader.integer())
          }
        }
        self.paused = try reader.required(paused, "paused", in: members)
        self.running = try reader.required(running, "running", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("paused", paused)
        writer.member("running", running)
      }
    }
  }
}
