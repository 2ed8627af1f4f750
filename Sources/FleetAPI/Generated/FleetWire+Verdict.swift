// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The verdict of some machines about a task.
  package struct Verdict: MessageStructure {
    /// holds, lacks (not now), never, disallowed (AllowTasksOf= does not name the user), draining, notSeen,
    /// left (its agent takes part no more), or unsaid (not yet).
    package var verdict: String
    /// The requirement that is missing.
    package var code: String?
    /// The reason in a sentence.
    package var message: String?
    /// The number of machines that say so.
    package var machines: Int
    /// The names of up to three of them.
    package var names: [String]
    /// The date on which the last of those that are not seen was seen.
    package var lastSeenUSec: Int64?

    package init(
      verdict: String, code: String? = nil, message: String? = nil, machines: Int, names: [String],
      lastSeenUSec: Int64? = nil
    ) {
      (self.verdict, self.code, self.message, self.machines) = (verdict, code, message, machines)
      (self.names, self.lastSeenUSec) = (names, lastSeenUSec)
    }

    private static let fields: [StaticString] = [
      "code", "lastSeenUSec", "machines", "message", "names", "verdict"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var verdict: String?, machines: Int?, names: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { code = try reader.text() }
          case 1: if try !reader.null() { lastSeenUSec = try reader.integer() }
          case 2: machines = Int(try reader.integer())
          case 3: if try !reader.null() { message = try reader.text() }
          case 4: names = try reader.texts()
          default: verdict = try reader.text()
        }
      }
      self.verdict = try reader.required(verdict, "verdict", in: members)
      self.machines = try reader.required(machines, "machines", in: members)
      self.names = try reader.required(names, "names", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("code", code)
      writer.member("lastSeenUSec", lastSeenUSec)
      writer.member("machines", machines)
      writer.member("message", message)
      writer.member("names", names)
      writer.member("verdict", verdict)
    }
  }
}
