import Varlink

/// A list, without its type.
protocol ProbedList {
  static var empty: Self { get }
  static func elementShape() throws -> ValueType
}

extension Array: ProbedList where Element: Decodable {
  static var empty: Self { [] }
  static func elementShape() throws -> ValueType { try ProbeDecoder.shape(of: Element.self).0 }
}
