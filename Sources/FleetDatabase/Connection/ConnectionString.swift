import CPostgres

/// The parameters of a connection as people write them: `host=… dbname=…` or a URI.
package enum ConnectionString {
  /// Whether there is a password among the parameters.
  package static func hasPassword(_ text: String) -> Bool {
    guard let options = PQconninfoParse(text, nil) else { return false }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == "password" { return option.pointee.val != nil }
      option += 1
    }
    return false
  }
}
