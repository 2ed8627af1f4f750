// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The work of one machine for one row of a report.
  package struct ReportCell: MessageStructure {
    /// The number of the row's task.
    package var task: Int
    /// The machine's name. Absent: the ends of occurrences that no machine had.
    package var machine: String?
    /// The number of ends since the report's date.
    package var ends: Int
    /// The number of those ends that are failures.
    package var failures: Int
    /// The last end.
    package var last: FleetWire.End?
    /// The date since which the machine has work of the row. Absent: it has none.
    package var heldUSec: Int64?
    /// Whether that work has begun.
    package var begun: Bool?

    package init(
      task: Int, machine: String? = nil, ends: Int, failures: Int, last: FleetWire.End? = nil,
      heldUSec: Int64? = nil, begun: Bool? = nil
    ) {
      (self.task, self.machine, self.ends, self.failures, self.last) = (task, machine, ends, failures, last)
      (self.heldUSec, self.begun) = (heldUSec, begun)
    }

    private static let fields: [StaticString] = [
      "begun", "ends", "failures", "heldUSec", "last", "machine", "task"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: Int?, ends: Int?, failures: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { begun = try reader.flag() }
          case 1: ends = Int(try reader.integer())
          case 2: failures = Int(try reader.integer())
          case 3: if try !reader.null() { heldUSec = try reader.integer() }
          case 4: if try !reader.null() { last = try FleetWire.End(from: &reader) }
          case 5: if try !reader.null() { machine = try reader.text() }
          default: task = Int(try reader.integer())
        }
      }
      self.task = try reader.required(task, "task", in: members)
      self.ends = try reader.required(ends, "ends", in: members)
      self.failures = try reader.required(failures, "failures", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("begun", begun)
      writer.member("ends", ends)
      writer.member("failures", failures)
      writer.member("heldUSec", heldUSec)
      if let last { writer.member("last", last) }
      writer.member("machine", machine)
      writer.member("task", task)
    }
  }
}
