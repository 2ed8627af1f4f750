/// Integer keys from one to another, both included. Never empty.
struct KeyRange: Hashable {
  static let all = KeyRange(first: .min, last: .max)

  let first: Int64
  let last: Int64

  /// As the parameters of a statement.
  var bounds: [SQLValue] { [.integer(first), .integer(last)] }

  /// Both halves; nothing when it is one key.
  var halves: [KeyRange] {
    guard first < last else { return [] }
    let middle = first + Int64((UInt64(bitPattern: last) &- UInt64(bitPattern: first)) / 2)
    return [KeyRange(first: first, last: middle), KeyRange(first: middle + 1, last: last)]
  }

  /// The keys above one of its keys; nil when there are none. All of them when there is no such key.
  func after(_ key: Int64?) -> KeyRange? {
    guard let key else { return self }
    return key < last ? KeyRange(first: key + 1, last: last) : nil
  }

  /// The keys below one of its keys; nil when there are none. All of them when there is no such key.
  func before(_ key: Int64?) -> KeyRange? {
    guard let key else { return self }
    return key > first ? KeyRange(first: first, last: key - 1) : nil
  }
}
