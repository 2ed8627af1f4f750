/// Room for the texts and blobs that are bound to one statement while it runs. SQLite would allocate memory
/// for a copy of each, which is a good part of what a large batch costs.
final class BindingSpace {
  private static let bytes = 4096

  private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
  private var used = 0

  deinit { space.deallocate() }

  /// Copies the bytes to a place that stays until ``empty()``; returns `nil` where they find no room.
  func place(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard bytes.count <= space.count - used else { return nil }
    let place = UnsafeMutableRawBufferPointer(rebasing: space[used..<(used + bytes.count)])
    place.copyMemory(from: bytes)
    used += bytes.count
    return place.baseAddress.map { UnsafeRawPointer($0) }
  }

  /// Discards what was placed.
  func empty() { used = 0 }
}
