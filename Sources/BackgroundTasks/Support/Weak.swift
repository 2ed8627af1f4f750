/// A reference that does not own its object.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak var object: Object?

  init(_ object: Object?) { self.object = object }
}
