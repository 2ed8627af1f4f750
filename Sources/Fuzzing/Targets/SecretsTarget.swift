import LinuxSystem
import SystemdSyntax

/// Files of variables, and the stream in which a program hands over the files that it has read.
enum SecretsTarget: FuzzTarget {
  static let name = "secrets"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    variables(Array(bytes))
    bundle(Array(bytes))
  }

  private static func variables(_ bytes: [UInt8]) {
    do throws(EnvironmentFileSyntax.Problem) {
      let variables = try EnvironmentFileSyntax.parse(bytes)
      let length = variables.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 1 }
      hold(length <= bytes.count, "what is read of a file stands in it")
      for (name, value) in variables {
        hold(!name.isEmpty && !name.contains("="), "a variable has a name")
        hold(!value.utf8.contains(0), "a value can be passed on")
      }
    } catch {
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      hold((1...lines).contains(error.line), "an error's line is one of the file")
    }
  }

  /// Reads a bundle: the first byte has the number of files, and the length of the pieces that follow.
  private static func bundle(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let (count, size) = (Int(first & 7), Int(first >> 3) + 1)
    var pieces = FileBundle(count: count)
    var rest = bytes.dropFirst()
    var isTaken = true
    while isTaken, !rest.isEmpty {
      isTaken = pieces.take(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    hold(pieces.items.count <= count, "there are no more files than were asked for")
    var whole = FileBundle(count: count)
    hold(whole.take(Array(bytes.dropFirst())) == isTaken, "it is one thing, whatever the pieces are")
    guard isTaken else { return }
    hold(whole.items == pieces.items, "and says the same")
    guard whole.isComplete, whole.items.allSatisfy(\.isText) else { return }
    hold(FileBundle.bytes(of: whole.items) == Array(bytes.dropFirst()), "what was read is written so")
  }
}

extension FileBundle.Item {
  /// Whether the item is UTF-8: another problem is not written as it was read.
  fileprivate var isText: Bool {
    if case .problem(let text) = self { !text.unicodeScalars.contains("\u{FFFD}") } else { true }
  }
}
