/// A value that crosses to another thread although the type system does not let it, such as a handler that is
/// not `@Sendable` because Apple's is not. The code that makes one says why that is sound.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// A reference that does not own its object.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak var object: Object?

  init(_ object: Object?) { self.object = object }
}
