import Varlink

/// Finds out how a type is decoded, by letting it decode from nothing: every field that it asks for is written down
/// with its type of the interface description language, and answered with some value.
enum ProbeDecoder {
  /// The fields of a type that decodes from an object, in the order in which it asks for them.
  static func fields<Value: Decodable>(of type: Value.Type) throws -> [String: ValueType] {
    guard case .structure(let fields) = try shape(of: type).0 else { return [:] }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
  }

  /// What a type looks like on the wire, and a value of it.
  static func shape<Value: Decodable>(of type: Value.Type) throws -> (ValueType, Value) {
    func some<Known>(_ shape: ValueType, _ value: Known) -> (ValueType, Value)? {
      (value as? Value).map { (shape, $0) }
    }
    switch type {
    case is String.Type: if let known = some(.string, "") { return known }
    case is Bool.Type: if let known = some(.bool, false) { return known }
    case is Double.Type: if let known = some(.float, 0.0) { return known }
    case let number as any (FixedWidthInteger & Decodable).Type:
      if let known = some(.int, number.init(0)) { return known }
    case let list as any ProbedList.Type:
      if let value = list.empty as? Value { return (.array(try list.elementShape()), value) }
    case let map as any ProbedMap.Type:
      if let value = map.empty as? Value { return (.map(try map.elementShape()), value) }
    case let names as any (CaseIterable & RawRepresentable<String>).Type:
      let cases = allNames(names)
      if let value = firstCase(names) as? Value { return (.enumeration(cases), value) }
    default: break
    }
    let recorder = ProbeRecorder()
    let value = try Value(from: ProbeObject(recorder: recorder))
    return (.structure(recorder.fields), value)
  }

  private static func allNames<Names: CaseIterable & RawRepresentable<String>>(_ type: Names.Type) -> [String]
  {
    type.allCases.map(\.rawValue)
  }

  private static func firstCase<Names: CaseIterable>(_ type: Names.Type) -> Any? { type.allCases.first }
}
