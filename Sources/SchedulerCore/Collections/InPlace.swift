/// A member of a large value, for its effect on calls: a function that only reads the value gets its address,
/// because the compiler does not know the layout of this member. A value whose layout it knows is copied for
/// each such call: the scheduler has five kilobytes.
struct InPlace: Sendable {
  private let unknown: any Sendable = ()
}
