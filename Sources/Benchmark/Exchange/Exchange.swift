import CLoad

/// One request of a protocol, and how its reply is understood: what the client in C is given.
final class Exchange {
  /// How many operations a request asks for.
  let operations: Int
  let description: OpaquePointer

  /// - Parameters:
  ///   - request: What is sent. Where it says `########` it gets a number of eight digits each time, the same
  ///     one in all such places of one operation.
  ///   - terminator: What ends a reply; an empty one is a NUL byte.
  ///   - success: What each reply begins with.
  ///   - failure: What no reply contains; nil where the beginning says all.
  init(
    request: String, operations: Int = 1, terminator: String, success: String, failure: String? = nil
  ) {
    self.operations = operations
    let bytes = Array(request.utf8)
    guard
      let description = cload_exchange_create(bytes, bytes.count, operations, terminator, success, failure)
    else { fatalError("out of memory") }
    self.description = description
  }

  deinit { cload_exchange_free(description) }
}
