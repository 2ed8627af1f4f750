/// New values for some members of a JSON object. The other members are copied as they are and checked on the
/// way, so the result is well-formed.
package struct JSONReplacement: Sendable {
  private let members: [(name: [UInt8], value: [UInt8]?)]

  /// - Parameter members: The names, which need no escape, with their new values as JSON; `nil` removes a
  ///   member.
  package init(_ members: [String: [UInt8]?]) {
    self.members = members.map { (Array($0.key.utf8), $0.value) }.sorted {
      $0.name.lexicographicallyPrecedes($1.name)
    }
  }

  /// Returns the object with the new values. It stays in canonical form: members in the order of their names.
  /// - Throws: ``InvalidValue`` when `object` is not a JSON object.
  package func applied(to object: [UInt8]) throws(InvalidValue) -> [UInt8] {
    var writer = JSONWriter()
    var left = members[...]
    var reader = JSONReader(reply: object)
    var position = try reader.object()
    writer.beginObject()
    while let name = try reader.name(&position) {
      let start = reader.index
      try reader.skip()
      while let next = left.first, next.name.lexicographicallyPrecedes(object[name.range]) {
        write(left.removeFirst(), to: &writer)
      }
      if let next = left.first, next.name.elementsEqual(object[name.range]) {
        write(left.removeFirst(), to: &writer)
      } else {
        writer.member(object[name.range], object[start..<reader.index])
      }
    }
    try reader.finish()
    for member in left { write(member, to: &writer) }
    writer.endObject()
    return writer.bytes
  }

  private func write(_ member: (name: [UInt8], value: [UInt8]?), to writer: inout JSONWriter) {
    if let value = member.value { writer.member(member.name[...], value[...]) }
  }
}

extension JSONWriter {
  /// Writes a member whose name and value are JSON already, the name without its quotes.
  fileprivate mutating func member(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    separate()
    raw(CollectionOfOne(UInt8(ascii: "\"")))
    raw(name)
    raw("\":".utf8)
    raw(value)
  }
}
