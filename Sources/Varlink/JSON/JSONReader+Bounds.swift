/// The reading of lists with a bound, of which a call may have more elements than are made.
extension JSONReader {
  /// Reads an array of values that read themselves, of which no more are made than its bound allows.
  package mutating func values<Value: MessageValue>(
    _ name: StaticString, within bounds: ClosedRange<Int>, _ cut: inout CutLists
  ) throws(InvalidValue) -> [Value] {
    try list(name, within: bounds, &cut) { (reader: inout JSONReader) throws(InvalidValue) in
      try Value(from: &reader)
    }
  }

  /// Reads an array of strings, of which no more are made than its bound allows.
  package mutating func texts(
    _ name: StaticString, within bounds: ClosedRange<Int>, _ cut: inout CutLists
  ) throws(InvalidValue) -> [String] {
    try list(name, within: bounds, &cut) { (reader: inout JSONReader) throws(InvalidValue) in
      try reader.text()
    }
  }

  private mutating func list<Element>(
    _ name: StaticString, within bounds: ClosedRange<Int>, _ cut: inout CutLists,
    _ element: (inout JSONReader) throws(InvalidValue) -> Element
  ) throws(InvalidValue) -> [Element] {
    let most = cutsLists ? bounds.upperBound : .max
    var all: [Element] = []
    var count = 0
    guard try beginArray() else { return all }
    repeat {
      if count < most { all.append(try element(&self)) } else { try skip() }
      count += 1
    } while try hasNextElement()
    if count > most { cut.record(name, count: count) }
    return all
  }

  /// Reads an object of strings with arbitrary member names, of which no more are made than its bound allows.
  package mutating func namedTexts(
    _ name: StaticString, within bounds: ClosedRange<Int>, _ cut: inout CutLists
  ) throws(InvalidValue) -> [String: String] {
    let most = cutsLists ? bounds.upperBound : .max
    var count = 0
    let all = try map(atMost: most, count: &count) { (reader: inout JSONReader) throws(InvalidValue) in
      try reader.text()
    }
    if count > most { cut.record(name, count: count) }
    return all
  }

  /// Reads an object with arbitrary member names, of which the first `most` are made and the rest is counted.
  mutating func map<Value>(
    atMost most: Int, count: inout Int, _ value: (inout JSONReader) throws(InvalidValue) -> Value
  ) throws(InvalidValue) -> [String: Value] {
    var all: [String: Value] = [:]
    var members = try object()
    while let string = try name(&members) {
      count += 1
      guard count <= most else {
        try skip()
        continue
      }
      let name = JSONText.decode(string, in: bytes)
      guard all[name] == nil else { throw invalid("given twice") }
      all[name] = try value(&self)
    }
    return all
  }
}

/// The lengths of the lists of a call that were longer than their bounds, of which only the beginning was
/// made: the check of the bounds refuses them with these lengths.
package struct CutLists: Hashable, Sendable {
  private var counts: [String: Int] = [:]

  package init() {}

  /// The length that a list had in the message; `nil` when all of it was made.
  package subscript(name: String) -> Int? { counts.isEmpty ? nil : counts[name] }

  mutating func record(_ name: StaticString, count: Int) { counts["\(name)"] = count }
}
