package import LinuxSystem
package import SchedulerCore

/// A sink that writes every line of every run's output to the journal, where `journalctl BGTASK_RUN_ID=…`
/// finds it. A line may begin with its priority, `<3>` and the like (sd-daemon(3)).
package final class JournalOutput: OutputSink {
  /// A small piece: every line of it is a message to journald, and a program can write a line of one byte.
  package let writeLimit = 4 * 1024
  /// The longest line in bytes; longer ones are split, as by journald itself (journald.conf(5), `LineMax=`).
  package static let lineLimit = 48 * 1024

  private let log: SystemLog
  private var sources: [RunID: Source] = [:]

  private struct Source {
    var identifier: String
    var line: [UInt8] = []
  }

  /// A sink that writes to this log.
  package init(_ log: SystemLog) { self.log = log }

  /// Begins the output of a run.
  package func started(_ run: RunID, identifier: String) { sources[run] = Source(identifier: identifier) }

  /// Writes the lines that are complete, and keeps the rest.
  package func write(_ run: RunID, _ bytes: [UInt8]) {
    guard var source = sources[run] else { return }
    // The source leaves the dictionary while it grows, or every change would copy the line.
    sources[run] = nil
    for piece in Self.pieces(bytes) {
      source.line.append(contentsOf: piece.prefix { $0 != Self.newline })
      if piece.last == Self.newline || source.line.count >= Self.lineLimit { flush(&source, run) }
    }
    sources[run] = source
  }

  /// Writes the last line, even without a line break.
  package func finished(_ run: RunID) {
    guard var source = sources.removeValue(forKey: run) else { return }
    flush(&source, run)
  }

  private static let newline = UInt8(ascii: "\n")

  /// Splits behind each line break; the last piece may be without one.
  private static func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: newline).map { $0 + 1 } ?? rest.endIndex
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces
  }

  /// Writes the line. Empty lines are left out, as journald leaves them out.
  private func flush(_ source: inout Source, _ run: RunID) {
    defer { source.line.removeAll(keepingCapacity: source.line.count <= 4096) }
    let (priority, text) = Self.priority(of: source.line[...])
    guard !text.isEmpty else { return }
    log.write(
      LogEntry(
        priority, String(decoding: text, as: UTF8.self),
        fields: [
          LogField(.run, run.text), LogField(.identifier, source.identifier),
          LogField("SYSLOG_IDENTIFIER", source.identifier),
        ]))
  }

  private static func priority(of line: ArraySlice<UInt8>) -> (LogPriority, ArraySlice<UInt8>) {
    guard line.count >= 3, line[line.startIndex] == UInt8(ascii: "<"),
      line[line.startIndex + 2] == UInt8(ascii: ">"),
      let priority = LogPriority(rawValue: Int(line[line.startIndex + 1]) - Int(UInt8(ascii: "0")))
    else { return (.info, line) }
    return (priority, line.dropFirst(3))
  }
}

extension LogField {
  /// A field of an entry about a task.
  package init(_ field: JournalField, _ value: String) { self.init(Name(field), value) }
}

extension LogField.Name {
  /// The name of a field of entries about tasks. All of them are valid.
  package init(_ field: JournalField) {
    guard let name = LogField.Name(field.rawValue) else {
      fatalError("\(field.rawValue) is not the name of a journal field")
    }
    self = name
  }
}
