// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Reports what ran where, what waits and why. What needs attention comes first; the counts are
  /// of all, also of what is left out.
  package enum Report: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Report"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Only this group's machines and tasks.
      package var group: String?
      /// The user of the tasks; for administrators.
      package var user: String?
      /// The date from which ends are reported. Absent: 7 days ago.
      package var sinceUSec: Int64?
      /// The most tasks, at most 1000. Absent: 100.
      package var tasks: Int?
      /// The most machines, at most 1000. Absent: 100.
      package var machines: Int?

      package init(
        group: String? = nil, user: String? = nil, sinceUSec: Int64? = nil, tasks: Int? = nil,
        machines: Int? = nil
      ) {
        (self.group, self.user, self.sinceUSec, self.tasks) = (group, user, sinceUSec, tasks)
        self.machines = machines
      }

      private static let fields: [StaticString] = ["group", "machines", "sinceUSec", "tasks", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { group = try reader.text() }
            case 1: if try !reader.null() { machines = Int(try reader.integer()) }
            case 2: if try !reader.null() { sinceUSec = try reader.integer() }
            case 3: if try !reader.null() { tasks = Int(try reader.integer()) }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("group", group)
        writer.member("machines", machines)
        writer.member("sinceUSec", sinceUSec)
        writer.member("tasks", tasks)
        writer.member("user", user)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The database's date.
      package var nowUSec: Int64
      /// The date of the first end that was looked at: at most 50,000 are, the last ones.
      package var sinceUSec: Int64
      /// The number of ends since that date.
      package var ends: Int
      /// The number of those ends that are failures.
      package var failures: Int
      /// The number of all tasks.
      package var taskCount: Int
      /// The number of tasks of which a machine has work.
      package var heldCount: Int
      /// The number of tasks that have not ended.
      package var openCount: Int
      /// The number of all machines.
      package var machineCount: Int
      /// The number of machines that take part.
      package var memberCount: Int
      /// The number of machines that were not seen for longer than a lease.
      package var notSeenCount: Int
      /// The machines of the report, by name.
      package var machines: [FleetWire.Machine]
      /// The tasks of the report, those that need attention first.
      package var tasks: [FleetWire.ReportRow]
      /// The work of these machines for these tasks.
      package var cells: [FleetWire.ReportCell]

      package init(
        nowUSec: Int64, sinceUSec: Int64, ends: Int, failures: Int, taskCount: Int, heldCount: Int,
        openCount: Int, machineCount: Int, memberCount: Int, notSeenCount: Int, machines: [FleetWire.Machine],
        tasks: [FleetWire.ReportRow], cells: [FleetWire.ReportCell]
      ) {
        (self.nowUSec, self.sinceUSec, self.ends, self.failures) = (nowUSec, sinceUSec, ends, failures)
        (self.taskCount, self.heldCount, self.openCount) = (taskCount, heldCount, openCount)
        (self.machineCount, self.memberCount, self.notSeenCount) = (machineCount, memberCount, notSeenCount)
        (self.machines, self.tasks, self.cells) = (machines, tasks, cells)
      }

      private static let fields: [StaticString] = [
        "cells", "ends", "failures", "heldCount", "machineCount", "machines", "memberCount", "notSeenCount",
        "nowUSec", "openCount", "sinceUSec", "taskCount", "tasks"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var nowUSec: Int64?, sinceUSec: Int64?, ends: Int?, failures: Int?, taskCount: Int?,
          heldCount: Int?, openCount: Int?, machineCount: Int?, memberCount: Int?, notSeenCount: Int?,
          machines: [FleetWire.Machine]?, tasks: [FleetWire.ReportRow]?, cells: [FleetWire.ReportCell]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: cells = try reader.values()
            case 1: ends = Int(try reader.integer())
            case 2: failures = Int(try reader.integer())
            case 3: heldCount = Int(try reader.integer())
            case 4: machineCount = Int(try reader.integer())
            case 5: machines = try reader.values()
            case 6: memberCount = Int(try reader.integer())
            case 7: notSeenCount = Int(try reader.integer())
            case 8: nowUSec = try reader.integer()
            case 9: openCount = Int(try reader.integer())
            case 10: sinceUSec = try reader.integer()
            case 11: taskCount = Int(try reader.integer())
            default: tasks = try reader.values()
          }
        }
        self.nowUSec = try reader.required(nowUSec, "nowUSec", in: members)
        self.sinceUSec = try reader.required(sinceUSec, "sinceUSec", in: members)
        self.ends = try reader.required(ends, "ends", in: members)
        self.failures = try reader.required(failures, "failures", in: members)
        self.taskCount = try reader.required(taskCount, "taskCount", in: members)
        self.heldCount = try reader.required(heldCount, "heldCount", in: members)
        self.openCount = try reader.required(openCount, "openCount", in: members)
        self.machineCount = try reader.required(machineCount, "machineCount", in: members)
        self.memberCount = try reader.required(memberCount, "memberCount", in: members)
        self.notSeenCount = try reader.required(notSeenCount, "notSeenCount", in: members)
        self.machines = try reader.required(machines, "machines", in: members)
        self.tasks = try reader.required(tasks, "tasks", in: members)
        self.cells = try reader.required(cells, "cells", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cells", cells)
        writer.member("ends", ends)
        writer.member("failures", failures)
        writer.member("heldCount", heldCount)
        writer.member("machineCount", machineCount)
        writer.member("machines", machines)
        writer.member("memberCount", memberCount)
        writer.member("notSeenCount", notSeenCount)
        writer.member("nowUSec", nowUSec)
        writer.member("openCount", openCount)
        writer.member("sinceUSec", sinceUSec)
        writer.member("taskCount", taskCount)
        writer.member("tasks", tasks)
      }
    }
  }
}
