/// A dictionary that becomes an object with its names in order: Swift's own order differs from run to run.
protocol SortedMap {
  func write(to writer: JSONWriter) throws
}

extension Dictionary: SortedMap where Key == String, Value: Encodable {
  func write(to writer: JSONWriter) throws {
    writer.put(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in sorted(by: { $0.key < $1.key }) {
      if !isFirst { writer.put(UInt8(ascii: ",")) }
      isFirst = false
      writer.text(name)
      writer.put(UInt8(ascii: ":"))
      try writer.value(value)
    }
    writer.put(UInt8(ascii: "}"))
  }
}
