/// The case of the same name in the other room. The names are the protocol's in both, and a test compares
/// them, so there is always one.
func counterpart<From: RawRepresentable<String>, To: RawRepresentable<String>>(_ value: From) -> To {
  guard let counterpart = To(rawValue: value.rawValue) else {
    fatalError("\(To.self) has no case \(value.rawValue)")
  }
  return counterpart
}
