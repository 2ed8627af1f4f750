import Glibc

/// The contents of several files in one stream, from a program that may read them to one that may not, or
/// that should not wait for them.
///
/// Each file is a byte for its kind, the length of its contents in four bytes, the least significant first,
/// and the contents. The reader trusts none of it, since another user may have written it.
package struct FileBundle: Sendable {
  /// The result of reading one file.
  package enum Item: Hashable, Sendable {
    case contents([UInt8])
    /// The file does not exist.
    case missing
    /// The reason why the file cannot be read.
    case problem(String)
  }

  /// The most bytes that all files of a bundle have together: 1 MiB.
  package static let maximumBytes = 1 << 20
  /// The prefix of the variables that name the files, numbered from 0. Arguments would be visible to all
  /// users.
  package static let variable = "BGTASK_FILE_"
  /// The most files in a bundle.
  package static let maximumItems = 32
  /// The longest stream in bytes.
  package static let maximumLength = maximumBytes + maximumItems * (headerBytes + maximumProblemBytes)

  private static let headerBytes = 5
  private static let maximumProblemBytes = 1024

  /// The items that are complete so far, in order.
  package private(set) var items: [Item] = []
  private var rest: [UInt8] = []
  private let count: Int

  /// A reader of a bundle of `count` files.
  package init(count: Int) { self.count = count }

  /// Whether all files have been read.
  package var isComplete: Bool { items.count == count && rest.isEmpty }

  /// Takes a piece of the stream.
  /// - Returns: False when the stream is malformed, so that its writer can be stopped.
  package mutating func take(_ bytes: [UInt8]) -> Bool {
    rest += bytes
    guard rest.count <= Self.maximumLength else { return false }
    while rest.count >= Self.headerBytes {
      let length = (0..<4).reduce(0) { $0 | Int(rest[1 + $1]) << (8 * $1) }
      guard items.count < count, length <= room(for: rest[0]) else { return false }
      guard rest.count >= Self.headerBytes + length else { return true }
      let body = rest[Self.headerBytes...].prefix(length)
      items.append(Self.item(rest[0], body))
      rest.removeFirst(Self.headerBytes + length)
    }
    return items.count < count || rest.isEmpty
  }

  /// Returns the longest contents of an item of this kind; -1 for an unknown kind.
  private func room(for kind: UInt8) -> Int {
    switch kind {
    case 0:
      Self.maximumBytes
        - items.reduce(0) { sum, item in
          if case .contents(let bytes) = item { sum + bytes.count } else { sum }
        }
    case 1: 0
    case 2: Self.maximumProblemBytes
    default: -1
    }
  }

  private static func item(_ kind: UInt8, _ body: ArraySlice<UInt8>) -> Item {
    switch kind {
    case 0: .contents(Array(body))
    case 1: .missing
    default: .problem(String(decoding: body, as: UTF8.self))
    }
  }

  /// Reads files. One that is longer than the room left is a problem.
  package static func read(_ paths: [String]) -> [Item] {
    var room = maximumBytes
    return paths.map { path in
      do throws(SystemError) {
        let bytes = try SmallFile.read(path, atMost: room + 1)
        guard bytes.count <= room else {
          return .problem("the files together have more than the \(maximumBytes) bytes that are allowed")
        }
        room -= bytes.count
        return .contents(bytes)
      } catch {
        return error.isNoSuchFile ? .missing : .problem(error.text)
      }
    }
  }

  /// Returns the stream of these items.
  package static func bytes(of items: [Item]) -> [UInt8] {
    items.flatMap { item -> [UInt8] in
      let (kind, body): (UInt8, [UInt8]) =
        switch item {
        case .contents(let bytes): (0, bytes)
        case .missing: (1, [])
        case .problem(let text): (2, Array(text.utf8.prefix(maximumProblemBytes)))
        }
      return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    }
  }
}
