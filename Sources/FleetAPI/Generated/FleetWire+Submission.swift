// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The outcome of handing a task in.
  package struct Submission: MessageStructure {
    /// The number of the task. Absent: a trial has made none.
    package var task: Int?
    /// The name of the task.
    package var identifier: String
    /// submitted, replaced (the open task of that name was cancelled), updated or kept.
    package var change: String
    /// waiting, granted or ended, for a task that was kept.
    package var state: String?
    /// The number of occurrences that have not ended.
    package var occurrences: Int

    package init(
      task: Int? = nil, identifier: String, change: String, state: String? = nil, occurrences: Int
    ) {
      (self.task, self.identifier, self.change, self.state) = (task, identifier, change, state)
      self.occurrences = occurrences
    }

    private static let fields: [StaticString] = ["change", "identifier", "occurrences", "state", "task"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var identifier: String?, change: String?, occurrences: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: change = try reader.text()
          case 1: identifier = try reader.text()
          case 2: occurrences = Int(try reader.integer())
          case 3: if try !reader.null() { state = try reader.text() }
          default: if try !reader.null() { task = Int(try reader.integer()) }
        }
      }
      self.identifier = try reader.required(identifier, "identifier", in: members)
      self.change = try reader.required(change, "change", in: members)
      self.occurrences = try reader.required(occurrences, "occurrences", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("change", change)
      writer.member("identifier", identifier)
      writer.member("occurrences", occurrences)
      writer.member("state", state)
      writer.member("task", task)
    }
  }
}
