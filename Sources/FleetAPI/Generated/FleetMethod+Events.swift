// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Tells what has happened, the oldest first. Events of machines are for everybody, and left
  /// out where tasks are named.
  ///
  /// Whoever follows the fleet comes again and begins at settledUSec, ten seconds before the last reply: an
  /// event may be recorded with a date that has passed. Those who take each number once miss nothing.
  package enum Events: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Events"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Only events of the tasks with these names, at most 100. Absent: of all, and of machines.
      package var identifiers: [String]?
      /// The user of the tasks; for administrators.
      package var user: String?
      /// The date from which on events are told. Absent: ten seconds ago.
      package var sinceUSec: Int64?
      /// The place where the page begins, from an earlier reply, instead of a date.
      package var after: String?
      /// The most events, at most 1000. Absent: 1000.
      package var most: Int?

      package init(
        identifiers: [String]? = nil, user: String? = nil, sinceUSec: Int64? = nil, after: String? = nil,
        most: Int? = nil
      ) {
        (self.identifiers, self.user, self.sinceUSec, self.after) = (identifiers, user, sinceUSec, after)
        self.most = most
      }

      private static let fields: [StaticString] = ["after", "identifiers", "most", "sinceUSec", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { after = try reader.text() }
            case 1: if try !reader.null() { identifiers = try reader.texts() }
            case 2: if try !reader.null() { most = Int(try reader.integer()) }
            case 3: if try !reader.null() { sinceUSec = try reader.integer() }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("after", after)
        writer.member("identifiers", identifiers)
        writer.member("most", most)
        writer.member("sinceUSec", sinceUSec)
        writer.member("user", user)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The events of the page.
      package var events: [FleetWire.Event]
      /// The place where the next page begins. Absent: there is no more now.
      package var next: String?
      /// The date from which on the next question should be.
      package var settledUSec: Int64
      /// The time until the next question where no hint comes, in microseconds.
      package var askAfterUSec: Int64
      /// The date until which events were removed that come after the page's place. Absent: none were.
      package var goneUSec: Int64?

      package init(
        events: [FleetWire.Event], next: String? = nil, settledUSec: Int64, askAfterUSec: Int64,
        goneUSec: Int64? = nil
      ) {
        (self.events, self.next, self.settledUSec) = (events, next, settledUSec)
        (self.askAfterUSec, self.goneUSec) = (askAfterUSec, goneUSec)
      }

      private static let fields: [StaticString] = [
        "askAfterUSec", "events", "goneUSec", "next", "settledUSec"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var events: [FleetWire.Event]?, settledUSec: Int64?, askAfterUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: askAfterUSec = try reader.integer()
            case 1: events = try reader.values()
            case 2: if try !reader.null() { goneUSec = try reader.integer() }
            case 3: if try !reader.null() { next = try reader.text() }
            default: settledUSec = try reader.integer()
          }
        }
        self.events = try reader.required(events, "events", in: members)
        self.settledUSec = try reader.required(settledUSec, "settledUSec", in: members)
        self.askAfterUSec = try reader.required(askAfterUSec, "askAfterUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("askAfterUSec", askAfterUSec)
        writer.member("events", events)
        writer.member("goneUSec", goneUSec)
        writer.member("next", next)
        writer.member("settledUSec", settledUSec)
      }
    }
  }
}
