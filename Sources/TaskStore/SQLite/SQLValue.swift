/// A value of SQLite. This store has no fractions.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) {
    self = value.map { .integer($0) } ?? .null
  }

  init(_ value: Bool?) {
    self = value.map { .integer($0 ? 1 : 0) } ?? .null
  }

  init(_ value: String?) {
    self = value.map { .text($0) } ?? .null
  }
}
