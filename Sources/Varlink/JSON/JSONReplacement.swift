/// New values for some members of a JSON object. The other members are copied as they are and checked on the
/// way, so the result is well-formed.
package struct JSONReplacement: Sendable {
  /// The new value of a member.
  package enum Value: Sendable {
    case integer(Int64)
    case flag(Bool)
  }

  private let members: KeyValuePairs<StaticString, Value?>

  /// - Parameter members: The names, which need no escape, in their order, with their new values; `nil`
  ///   removes a member.
  package init(_ members: KeyValuePairs<StaticString, Value?>) { self.members = members }

  /// Returns the object with the new values. It stays in canonical form: members in the order of their names.
  /// - Throws: ``InvalidValue`` when `object` is not a JSON object.
  package func applied(to object: [UInt8]) throws(InvalidValue) -> [UInt8] {
    var writer = JSONWriter(reserving: object.count + 64)
    var next = members.startIndex
    var reader = JSONReader(reply: object)
    var position = try reader.object()
    writer.beginObject()
    while let name = try reader.name(&position) {
      let start = reader.index
      try reader.skip()
      var isReplaced = false
      while next < members.endIndex, !isReplaced {
        let order = Self.order(object[name.range], members[next].key)
        guard order >= 0 else { break }
        isReplaced = order == 0
        writer.member(members[next].key, members[next].value)
        next += 1
      }
      if !isReplaced { writer.member(object[name.range], object[start..<reader.index]) }
    }
    try reader.finish()
    for member in members[next...] { writer.member(member.key, member.value) }
    writer.endObject()
    return writer.bytes
  }

  /// Returns whether the name comes before the other (-1), is the same (0) or comes after it (1).
  private static func order(_ name: ArraySlice<UInt8>, _ other: StaticString) -> Int {
    let other = UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
    for (left, right) in zip(name, other) where left != right { return left < right ? -1 : 1 }
    return (name.count - other.count).signum()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ value: JSONReplacement.Value?) {
    switch value {
    case .integer(let number): member(name, number)
    case .flag(let flag): member(name, flag)
    case nil: break
    }
  }

  /// Writes a member whose name and value are JSON already, the name without its quotes.
  fileprivate mutating func member(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    separate()
    raw(CollectionOfOne(UInt8(ascii: "\"")))
    raw(name)
    raw("\":".utf8)
    raw(value)
  }
}
