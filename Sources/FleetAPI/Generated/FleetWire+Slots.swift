// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The places of a task that runs on so many machines at a time.
  package struct Slots: MessageStructure {
    /// The number of places.
    package var most: Int
    /// The number of places that are taken.
    package var taken: Int

    package init(most: Int, taken: Int) {
      (self.most, self.taken) = (most, taken)
    }

    private static let fields: [StaticString] = ["most", "taken"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var most: Int?, taken: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: most = Int(try reader.integer())
          default: taken = Int(try reader.integer())
        }
      }
      self.most = try reader.required(most, "most", in: members)
      self.taken = try reader.required(taken, "taken", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("most", most)
      writer.member("taken", taken)
    }
  }
}
