/// Room for the texts and blobs that are bound to one statement while it runs. SQLite would allocate memory
/// for a copy of each, which is a good part of what a large batch costs.
final class BindingSpace {
  /// The bytes that stay reserved. A payload may be much larger.
  private static let keptBytes = 4096

  private var space = UnsafeMutableRawBufferPointer.allocate(byteCount: keptBytes, alignment: 8)
  private var used = 0

  deinit { space.deallocate() }

  /// Makes room for the texts and blobs of these values, and discards those that were placed before.
  func prepare(for values: [SQLValue]) {
    var needed = 0
    for value in values {
      switch value {
      case .null, .integer: break
      case .text(let text): needed += text.utf8.count
      case .blob(let bytes): needed += bytes.count
      }
    }
    used = 0
    if needed > space.count || space.count > Self.keptBytes { resize(to: max(needed, Self.keptBytes)) }
  }

  /// Copies the bytes to a place that stays until the next ``prepare(for:)``.
  func place(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    let place = UnsafeMutableRawBufferPointer(rebasing: space[used..<(used + bytes.count)])
    place.copyMemory(from: bytes)
    used += bytes.count
    return place.baseAddress.map { UnsafeRawPointer($0) }
  }

  private func resize(to count: Int) {
    guard count != space.count else { return }
    space.deallocate()
    space = .allocate(byteCount: count, alignment: 8)
  }
}
