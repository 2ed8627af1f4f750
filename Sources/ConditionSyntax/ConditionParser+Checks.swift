import SchedulerCore
import SystemdSyntax

/// The checks among the atoms.
extension ConditionParser {
  /// Parses `storage >= 10G` or `storage "/srv" > 20%`.
  mutating func storage() throws(ConditionSyntaxError) -> ConditionCheck {
    var place: String?
    if case .comparison = next.kind {} else { place = try path() }
    let comparison = try comparison()
    guard case .word(let word) = next.kind, let amount = Self.amount(word) else {
      throw unexpected("a size such as 10G, or a percentage")
    }
    advance()
    return ConditionCheck(.storage(path: place, comparison, amount))
  }

  private static func amount(_ word: String) -> StorageAmount? {
    if word.hasSuffix("%") {
      return number(word.dropLast()).flatMap { 0...100 ~= $0 ? .percent($0) : nil }
    }
    return (try? SizeSyntax.parse(word, in: 0...(1 << 60))).map { .bytes(Int64($0)) }
  }

  /// Parses an absolute path, with or without quotation marks.
  mutating func path() throws(ConditionSyntaxError) -> String {
    let column = next.column
    let path = try text("an absolute path")
    guard path.hasPrefix("/") else {
      throw ConditionSyntaxError(
        column, "found \"\(ConditionSyntaxError.shortened(path))\", allowed is an absolute path")
    }
    return path
  }

  /// Parses `reachable nas.local:445` or `reachable "[fe80::1]:22"`.
  mutating func reachable() throws(ConditionSyntaxError) -> ConditionCheck {
    let column = next.column
    let text = try text("HOST:PORT")
    guard let (host, port) = Self.hostAndPort(text) else {
      throw ConditionSyntaxError(
        column,
        "found \"\(ConditionSyntaxError.shortened(text))\", allowed is HOST:PORT, a port from 1 to 65535; an "
          + "IPv6 address stands in brackets")
    }
    return ConditionCheck(.reachable(host: host, port: port))
  }

  private static func hostAndPort(_ text: String) -> (String, UInt16)? {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    var host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    guard let number = number(digits), let port = UInt16(exactly: number), port > 0 else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      let isAddress = host.utf8.allSatisfy {
        isHexadecimal($0) || ":.%".utf8.contains($0) || ASCII.isLetter($0)
      }
      guard isAddress, host.utf8.contains(UInt8(ascii: ":")) else { return nil }
    } else {
      guard host.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-._".utf8.contains($0) })
      else {
        return nil
      }
    }
    // A program that gets such a host as an argument would take a leading dash for an option.
    guard (1...253).contains(host.utf8.count), !host.hasPrefix("-") else { return nil }
    return (String(host), port)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Parses `load < 0.5 per core`.
  mutating func load() throws(ConditionSyntaxError) -> ConditionCheck {
    let comparison = try comparison()
    guard case .word(let word) = next.kind, let hundredths = Self.hundredths(word) else {
      throw unexpected("a number such as 0.5, up to 1000 and with up to two decimals")
    }
    advance()
    try self.word("per")
    try self.word("core")
    return ConditionCheck(.load(comparison, hundredths: hundredths))
  }

  private static func hundredths(_ word: String) -> Int? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...4).contains(parts[0].utf8.count), let whole = number(parts[0]),
      whole <= 1000
    else { return nil }
    guard parts.count == 2 else { return whole * 100 }
    guard (1...2).contains(parts[1].utf8.count), let rest = number(parts[1]) else { return nil }
    return whole * 100 + (parts[1].utf8.count == 1 ? rest * 10 : rest)
  }

  /// Parses `check "PROGRAM ARGUMENTS"`.
  mutating func command() throws(ConditionSyntaxError) -> ConditionCheck {
    let column = next.column
    guard case .quoted = next.kind else { throw unexpected("a command line in quotation marks") }
    let line = try text("a command line in quotation marks")
    let words: [String]
    do throws(SyntaxError) {
      words = try Words.split(line)
    } catch {
      throw ConditionSyntaxError(
        column, "found a command line that \(error.problem), allowed are \(error.allowed)")
    }
    guard let program = words.first, program.hasPrefix("/") else {
      throw ConditionSyntaxError(
        column,
        "found \"\(ConditionSyntaxError.shortened(line))\", allowed is a program's absolute path, with "
          + "arguments or without")
    }
    return ConditionCheck(.command(line))
  }

  /// Parses a word or a text in quotation marks, on one line and not too long.
  private mutating func text(_ allowed: String) throws(ConditionSyntaxError) -> String {
    let text: String
    switch next.kind {
    case .word(let word): text = word
    case .quoted(let quoted): text = quoted
    case .comparison, .open, .close, .comma, .semicolon, .end: throw unexpected(allowed)
    }
    guard (1...ConditionCheck.textLimit).contains(text.utf8.count) else {
      throw ConditionSyntaxError(
        next.column, "found \(text.utf8.count) bytes, allowed are 1 to \(ConditionCheck.textLimit)")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw ConditionSyntaxError(next.column, "found a control character, allowed is text on one line")
    }
    advance()
    return text
  }
}
