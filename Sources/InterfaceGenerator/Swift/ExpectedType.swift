extension SwiftType {
  /// What is expected of a value, in words; nil for a number, for which the reader has words that follow its name.
  var expectation: String? {
    switch type {
    case .bool: "true or false"
    case .int: nil
    case .string: "a string"
    case .array: "an array"
    case .named, .structure, .map, .object: "an object"
    case .float: "a number"
    case .enumeration(let names): "one of " + names.joined(separator: ", ")
    case .optional: wrapped.expectation
    }
  }
}
