// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The use that a user makes now of what all callers share (connections, calls, bytes).
  package struct Account: MessageStructure {
    /// The uid of the user (0 to 4294967295).
    package var uid: UInt32
    /// The amount of each use, by the names of accountBounds.
    package var uses: [String: Int]

    package init(uid: UInt32, uses: [String: Int]) {
      (self.uid, self.uses) = (uid, uses)
    }

    private static let fields: [StaticString] = ["uid", "uses"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var uid: UInt32?, uses: [String: Int]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: uid = try reader.uint32()
          default: uses = try reader.namedCounts()
        }
      }
      self.uid = try reader.required(uid, "uid", in: members)
      self.uses = try reader.required(uses, "uses", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("uid", uid)
      writer.member("uses", uses)
    }
  }
}
