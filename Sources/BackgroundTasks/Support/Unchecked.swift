/// Carries what the type system does not let cross to another thread, such as a handler that is not
/// `@Sendable` because Apple's is not. Whoever makes one says why that is sound.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
