import CLoad

/// One request of a protocol, and the form of its reply, for the client in C.
final class Exchange {
  /// The number of operations that a request asks for.
  let operations: Int
  let description: OpaquePointer

  /// - Parameters:
  ///   - request: The bytes to send. Each `########` is replaced by a number of eight digits, the same one in
  ///     all such places of one operation.
  ///   - terminator: The end of a reply; an empty one is a NUL byte.
  ///   - success: The beginning of each reply.
  ///   - failure: Bytes that no reply contains; `nil` where the beginning tells enough.
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
