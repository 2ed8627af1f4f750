import Varlink

/// A dictionary whose keys are strings, without its type.
protocol ProbedMap {
  static var empty: Self { get }
  static func elementShape() throws -> ValueType
}

extension Dictionary: ProbedMap where Key == String, Value: Decodable {
  static var empty: Self { [:] }
  static func elementShape() throws -> ValueType { try ProbeDecoder.shape(of: Value.self).0 }
}
