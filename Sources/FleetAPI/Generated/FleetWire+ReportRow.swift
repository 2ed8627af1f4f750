// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// A task as a report has it. Tasks of one name and user follow one another, and are one row.
  package struct ReportRow: MessageStructure {
    /// The last task of the row, and how far it has come.
    package var task: FleetWire.Task
    /// The number of ends since the report's date.
    package var ends: Int
    /// The number of those ends that are failures.
    package var failures: Int
    /// The number of machines of the group. Absent: nothing waits, or the machines were not asked.
    package var machines: Int?
    /// The verdicts of the machines, the most frequent first. Absent: as machines.
    package var verdicts: [FleetWire.Verdict]?
    /// The places, where only so many machines work at a time.
    package var slots: FleetWire.Slots?

    package init(
      task: FleetWire.Task, ends: Int, failures: Int, machines: Int? = nil,
      verdicts: [FleetWire.Verdict]? = nil, slots: FleetWire.Slots? = nil
    ) {
      (self.task, self.ends, self.failures, self.machines) = (task, ends, failures, machines)
      (self.verdicts, self.slots) = (verdicts, slots)
    }

    private static let fields: [StaticString] = ["ends", "failures", "machines", "slots", "task", "verdicts"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: FleetWire.Task?, ends: Int?, failures: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: ends = Int(try reader.integer())
          case 1: failures = Int(try reader.integer())
          case 2: if try !reader.null() { machines = Int(try reader.integer()) }
          case 3: if try !reader.null() { slots = try FleetWire.Slots(from: &reader) }
          case 4: task = try FleetWire.Task(from: &reader)
          default: if try !reader.null() { verdicts = try reader.values() }
        }
      }
      self.task = try reader.required(task, "task", in: members)
      self.ends = try reader.required(ends, "ends", in: members)
      self.failures = try reader.required(failures, "failures", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("ends", ends)
      writer.member("failures", failures)
      writer.member("machines", machines)
      if let slots { writer.member("slots", slots) }
      writer.member("task", task)
      writer.member("verdicts", verdicts)
    }
  }
}
