// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Lists tasks by their numbers.
  package enum List: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.List"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// open or all. Absent: open.
      package var state: String?
      /// Only tasks of this group.
      package var group: String?
      /// The user of the tasks; for administrators.
      package var user: String?
      /// The number after which the page begins.
      package var after: Int?
      /// The most tasks, at most 1000. Absent: 100.
      package var most: Int?

      package init(
        state: String? = nil, group: String? = nil, user: String? = nil, after: Int? = nil, most: Int? = nil
      ) {
        (self.state, self.group, self.user, self.after, self.most) = (state, group, user, after, most)
      }

      private static let fields: [StaticString] = ["after", "group", "most", "state", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { after = Int(try reader.integer()) }
            case 1: if try !reader.null() { group = try reader.text() }
            case 2: if try !reader.null() { most = Int(try reader.integer()) }
            case 3: if try !reader.null() { state = try reader.text() }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("after", after)
        writer.member("group", group)
        writer.member("most", most)
        writer.member("state", state)
        writer.member("user", user)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The tasks of the page.
      package var tasks: [FleetWire.Task]
      /// The number with which the next page goes on. Absent: there is no more.
      package var next: Int?

      package init(tasks: [FleetWire.Task], next: Int? = nil) {
        (self.tasks, self.next) = (tasks, next)
      }

      private static let fields: [StaticString] = ["next", "tasks"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var tasks: [FleetWire.Task]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { next = Int(try reader.integer()) }
            default: tasks = try reader.values()
          }
        }
        self.tasks = try reader.required(tasks, "tasks", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("next", next)
        writer.member("tasks", tasks)
      }
    }
  }
}
