/// Bytes that wait for room in a socket, first in, first out.
struct SendBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of bytes that wait.
  var count: Int { bytes.count - start }

  mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Removes the first `count` bytes. The array is compacted when more than half of it is used up, so a byte
  /// is moved once on average.
  mutating func removeFirst(_ count: Int) {
    start += count
    if start == bytes.count {
      bytes = []
      start = 0
    } else if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  /// Calls `body` with all bytes that wait.
  func withBytes<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
