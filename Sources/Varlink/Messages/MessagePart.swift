/// A large member of a structure: a value, or JSON that is there already and is written as it is. The
/// structure holds it by reference, so passing the structure on does not copy it.
package enum MessagePart<Value: MessageValue>: Hashable, Sendable {
  indirect case value(Value)
  case json([UInt8])

  /// The value.
  ///
  /// Traps for JSON, which nobody has read as such a value: who puts JSON in passes it on only.
  package var value: Value {
    switch self {
    case .value(let value): value
    case .json: preconditionFailure("the member is JSON that is only passed on")
    }
  }
}
