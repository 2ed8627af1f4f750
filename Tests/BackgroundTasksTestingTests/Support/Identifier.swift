/// The identifiers of the simulated applications.
enum Identifier {
  static let refresh = "org.example.refresh"
  static let index = "org.example.index"
}
