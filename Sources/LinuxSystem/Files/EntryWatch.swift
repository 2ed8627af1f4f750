package import Dispatch
import Glibc

/// A watch for entries of folders that calls a handler on a queue once, when the first of them was made,
/// replaced or written (inotify(7)). Confined to its queue; ends when deallocated.
///
/// A file that is made is empty at first. A second event tells that it was written: the one of its closing.
package final class EntryWatch {
  private let events: SharedDescriptor
  private var source: DescriptorSource?
  /// The names of the entries, by the number of their folder's watch.
  private var names: [CInt: Set<[UInt8]>] = [:]

  /// The bytes of the longest event: its numbers, and a name with a 0.
  private static let eventBytes = headBytes + Int(NAME_MAX) + 1
  /// The bytes of an event's numbers: the watch, the mask, the cookie, and the length of the name that
  /// follows.
  private static let headBytes = 16

  /// Starts to watch. An entry in a folder that is missing or unreadable is not waited for.
  /// - Parameter paths: The paths of the entries, which need not exist.
  /// - Throws: ``SystemError`` of inotify_init1(2): the user has too many.
  package init(
    of paths: [String], queue: DispatchQueue, handler: @escaping () -> Void
  ) throws(SystemError) {
    events = SharedDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) })
    for path in paths {
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.count > 1, let name = parts.last else { continue }
      let folder = String(path.utf8.prefix(path.utf8.count - name.count)) ?? "/"
      let number = inotify_add_watch(events.number, folder, Self.mask)
      if number >= 0 { names[number, default: []].insert(Array(name)) }
    }
    source = try DescriptorSource(events, for: .reading, queue: queue) { [weak self] in
      guard let self, concernsEntries() else { return }
      source = nil
      handler()
    }
  }

  deinit { source?.cancel() }

  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ONLYDIR)

  /// Takes the events that are there, and returns whether one of them is about an entry, or about a folder
  /// that cannot be watched any more.
  private func concernsEntries() -> Bool {
    // Events that cannot be read would be reported for ever.
    guard let result = try? events.read(atMost: 16 * Self.eventBytes) else { return true }
    guard case .bytes(let bytes) = result else { return false }
    var rest = bytes[...]
    while rest.count >= Self.headBytes {
      let numbers = rest.withUnsafeBytes { bytes in
        (0..<4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
      rest = rest.dropFirst(Self.headBytes)
      let name = Array(rest.prefix(Int(numbers[3])).prefix { $0 != 0 })
      rest = rest.dropFirst(Int(numbers[3]))
      let isLost = numbers[1] & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_UNMOUNT) != 0
      if isLost || names[CInt(truncatingIfNeeded: numbers[0])]?.contains(name) == true { return true }
    }
    return false
  }
}
