import Glibc

/// The contents of several files in one stream, as a program writes them that may read them, for one that may
/// not, or should not wait for them.
///
/// Each file is a byte that says what follows, the length of that in four bytes, the least significant first,
/// and so many bytes. Who reads the stream believes none of it: it comes from somebody else.
package struct FileBundle: Sendable {
  /// What became of a file.
  package enum Item: Hashable, Sendable {
    case contents([UInt8])
    /// There is no such file.
    case missing
    /// It cannot be read, and why.
    case problem(String)
  }

  /// So many bytes all files of a bundle have together: 1 MiB.
  package static let maximumBytes = 1 << 20
  /// The files are named by variables that begin so, with numbers from 0 behind it: everybody can see
  /// arguments.
  package static let variable = "BGTASK_FILE_"
  /// No bundle has more files.
  package static let maximumItems = 32
  /// No bundle is longer.
  package static let maximumLength = maximumBytes + maximumItems * (headerBytes + maximumProblemBytes)

  private static let headerBytes = 5
  private static let maximumProblemBytes = 1024

  /// The items that are complete so far, in order.
  package private(set) var items: [Item] = []
  private var rest: [UInt8] = []
  private let count: Int

  /// Takes a bundle of so many files.
  package init(count: Int) { self.count = count }

  /// Whether all files are there.
  package var isComplete: Bool { items.count == count && rest.isEmpty }

  /// Takes a piece of the stream.
  /// - Returns: False when it is no such bundle: whoever writes it may be stopped.
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

  /// So long such an item may be; less than nothing for what is none.
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

  /// Reads files, each as far as there is room.
  package static func read(_ paths: [String]) -> [Item] {
    var room = maximumBytes
    return paths.map { path in
      do throws(SystemError) {
        let bytes = try SmallFile.read(path, atMost: room + 1)
        guard bytes.count <= room else {
          return .problem("the files have more than \(maximumBytes) bytes together, which is the most")
        }
        room -= bytes.count
        return .contents(bytes)
      } catch {
        return error.isNoSuchFile ? .missing : .problem(error.text)
      }
    }
  }

  /// The stream that says so.
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
