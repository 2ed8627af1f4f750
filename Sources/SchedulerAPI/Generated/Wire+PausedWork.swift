// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A pause: a person's order that tasks do not start. The pause holds back the tasks that match all of its
  /// fields.
  package struct PausedWork: MessageStructure {
    /// The uid of the tasks' owner (0 to 4294967295). Absent: the tasks of all users.
    package var uid: UInt32?
    /// The kind of the tasks. Absent: any.
    package var kind: Wire.Kind?
    /// The identifier of the task or, with a * at the end, the beginning of identifiers. Absent: any.
    package var identifiers: String?
    /// The date on which the pause was ordered.
    package var sinceUSec: Int64
    /// The date from which the tasks may start again. Absent: until Resume.
    package var untilUSec: Int64?
    /// The uid of the user who ordered the pause (0 to 4294967295).
    package var author: UInt32

    package init(
      uid: UInt32? = nil, kind: Wire.Kind? = nil, identifiers: String? = nil, sinceUSec: Int64,
      untilUSec: Int64? = nil, author: UInt32
    ) {
      (self.uid, self.kind, self.identifiers, self.sinceUSec) = (uid, kind, identifiers, sinceUSec)
      (self.untilUSec, self.author) = (untilUSec, author)
    }

    private static let fields: [StaticString] = [
      "author", "identifiers", "kind", "sinceUSec", "uid", "untilUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var sinceUSec: Int64?, author: UInt32?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: author = try reader.uint32()
          case 1: if try !reader.null() { identifiers = try reader.text() }
          case 2: if try !reader.null() { kind = try Wire.Kind(from: &reader) }
          case 3: sinceUSec = try reader.integer()
          case 4: if try !reader.null() { uid = try reader.uint32() }
          default: if try !reader.null() { untilUSec = try reader.integer() }
        }
      }
      self.sinceUSec = try reader.required(sinceUSec, "sinceUSec", in: members)
      self.author = try reader.required(author, "author", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("author", author)
      writer.member("identifiers", identifiers)
      if let kind { writer.member("kind", kind) }
      writer.member("sinceUSec", sinceUSec)
      writer.member("uid", uid)
      writer.member("untilUSec", untilUSec)
    }
  }
}
