import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The heap")
struct HeapMemoryTests {
  /// Frees every other one of many small pieces. The rest stays, as does the list of all: a long one that is
  /// freed would join them.
  private static func fray() {
    let count = 100_000
    let pieces = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
    for index in 0..<count { pieces[index] = malloc(64) }
    for index in stride(from: 0, to: count, by: 2) { free(pieces[index]) }
  }

  @Test("Freed pieces are joined at once, so no thread waits while all of them are")
  func joined() async {
    // The setting is the whole process's.
    await #expect(processExitsWith: .success) {
      let usual = try AllocatedMemory.bytesApart(after: Self.fray)
      #expect(usual > 1_000_000)
      HeapMemory.joinFreedPieces()
      HeapMemory.release()
      let joined = try AllocatedMemory.bytesApart(after: Self.fray)
      #expect(joined == 0)
    }
  }
}
