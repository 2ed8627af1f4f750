/// A member of large values, which by it stay where they are: functions that read such a value get its
/// address. Of a value whose members are all of known types the compiler makes a copy for each call of a
/// function that only reads it, although the copy is never seen: five kilobytes for each question to the
/// scheduler.
struct InPlace: Sendable {
  private let unknown: any Sendable = ()
}
