// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Lists ends, the oldest first.
  package enum History: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.History"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Only ends of this task.
      package var identifier: String?
      /// Only ends of the task with this number.
      package var task: Int?
      /// The user of the tasks; for administrators.
      package var user: String?
      /// The place where the page begins, from an earlier reply. Absent: the last ends.
      package var after: String?
      /// The most ends, at most 1000. Absent: 100.
      package var most: Int?

      package init(
        identifier: String? = nil, task: Int? = nil, user: String? = nil, after: String? = nil,
        most: Int? = nil
      ) {
        (self.identifier, self.task, self.user, self.after, self.most) = (identifier, task, user, after, most)
      }

      private static let fields: [StaticString] = ["after", "identifier", "most", "task", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { after = try reader.text() }
            case 1: if try !reader.null() { identifier = try reader.text() }
            case 2: if try !reader.null() { most = Int(try reader.integer()) }
            case 3: if try !reader.null() { task = Int(try reader.integer()) }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("after", after)
        writer.member("identifier", identifier)
        writer.member("most", most)
        writer.member("task", task)
        writer.member("user", user)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The ends of the page. Ends of the last ten seconds may be repeated on the next one.
      package var entries: [FleetWire.End]
      /// The place where the next page begins.
      package var next: String?

      package init(entries: [FleetWire.End], next: String? = nil) {
        (self.entries, self.next) = (entries, next)
      }

      private static let fields: [StaticString] = ["entries", "next"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var entries: [FleetWire.End]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: entries = try reader.values()
            default: if try !reader.null() { next = try reader.text() }
          }
        }
        self.entries = try reader.required(entries, "entries", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("entries", entries)
        writer.member("next", next)
      }
    }
  }
}
