// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The use that a user makes now of what all callers share (connections, calls, bytes).
  package struct Account: MessageValue {
    /// The uid of the user (0 to 4294967295).
    package var uid: UInt32
    /// The amount of each use, by the names of accountBounds.
    package var uses: [String: Int]

    /// Creates the structure; optional fields are absent unless they are given.
    package init(uid: UInt32, uses: [String: Int]) {
      (self.uid, self.uses) = (uid, uses)
    }

    private static let fields: [StaticString] = ["uid", "uses"]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var uid: UInt32?, uses: [String: Int]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: uid = try reader.integer(as: UInt32.self)
          default: uses = try reader.namedCounts()
        }
      }
      guard let uid else { throw reader.missing("uid", in: members) }
      self.uid = uid
      guard let uses else { throw reader.missing("uses", in: members, expected: "an object") }
      self.uses = uses
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("uid", uid)
      writer.member("uses", uses)
      writer.endObject()
    }
  }
}
