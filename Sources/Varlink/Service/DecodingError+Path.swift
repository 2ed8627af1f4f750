extension DecodingError {
  /// The dotted path of the value that could not be decoded (`request.command.argv[2]`).
  var dottedPath: String {
    codingPath.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  /// What was wrong with it. Foundation's own words are for those who call it.
  var sentence: String {
    switch self {
    case .typeMismatch(let type, _): "found a value of another type, expected is \(type)"
    case .valueNotFound(let type, _): "found nothing, expected is \(type)"
    case .keyNotFound: "missing"
    case .dataCorrupted: "found a value that has no meaning here"
    @unknown default: "found a value that cannot be read"
    }
  }

  private var codingPath: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}
