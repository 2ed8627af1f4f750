/// A range of integer keys, which includes both ends. Never empty.
struct KeyRange: Hashable {
  static let all = KeyRange(first: .min, last: .max)

  let first: Int64
  let last: Int64

  /// The range as the parameters of a statement.
  var bounds: [SQLValue] { [.integer(first), .integer(last)] }

  /// Both halves; none for a single key.
  var halves: [KeyRange] {
    guard first < last else { return [] }
    let middle = first + Int64((UInt64(bitPattern: last) &- UInt64(bitPattern: first)) / 2)
    return [KeyRange(first: first, last: middle), KeyRange(first: middle + 1, last: last)]
  }

  /// Returns the keys above one of the range's keys; `nil` when there are none, all of them for `nil`.
  func after(_ key: Int64?) -> KeyRange? {
    guard let key else { return self }
    return key < last ? KeyRange(first: key + 1, last: last) : nil
  }

  /// Returns the keys below one of the range's keys; `nil` when there are none, all of them for `nil`.
  func before(_ key: Int64?) -> KeyRange? {
    guard let key else { return self }
    return key > first ? KeyRange(first: first, last: key - 1) : nil
  }
}
