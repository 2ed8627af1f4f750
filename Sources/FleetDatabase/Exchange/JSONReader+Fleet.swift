import FleetCore
import SchedulerCore
import Varlink

extension JSONReader {
  /// Returns the value of a required member.
  func need<Value>(
    _ value: Value?, _ name: StaticString, in members: Members
  ) throws(InvalidValue) -> Value {
    guard let value else { throw missing(name, in: members, as: Value.self) }
    return value
  }

  /// Cuts the array at the reader's place into its elements, which are not looked at.
  /// - Parameter bytes: The reader's text.
  mutating func elements(in bytes: [UInt8]) throws(InvalidValue) -> [ArraySlice<UInt8>] {
    let place = mark
    guard bytes[place.index...].first == UInt8(ascii: "["),
      let array = JSONPieces(bytes[place.index...])
    else { throw mismatch("an array") }
    rewind(to: (array.end, place.nesting))
    return array.pieces
  }

  /// Reads one of the words of a type.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) throws(InvalidValue) -> Word {
    let start = mark
    guard let word = Word(rawValue: try text()) else {
      rewind(to: start)
      throw mismatch("one of: " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }
}

/// The members about a grant, as they are read.
struct GrantName {
  var occurrence: Int64?
  var epoch: Int64?

  func id(_ reader: JSONReader, _ members: JSONReader.Members) throws(InvalidValue) -> GrantID {
    GrantID(
      occurrence: try reader.need(occurrence, "occurrence", in: members),
      epoch: try reader.need(epoch, "epoch", in: members))
  }
}

extension Grant {
  /// The deepest nesting of a grant. A request that a daemon takes has a few levels, and the agent's file,
  /// in which grants lie deeper than here, has to be read with it.
  private static let deepest = 64

  /// Reads a grant that is an answer's element.
  init(element: ArraySlice<UInt8>) throws(InvalidValue) {
    var reader = JSONReader(reply: Array(element))
    let depth = JSONPieces(element)?.deepest ?? 0
    guard depth <= Self.deepest else {
      throw reader.mismatch("a grant nested at most \(Self.deepest) levels deep")
    }
    try self.init(from: &reader)
    try reader.finish()
  }

  init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var (task, deadline): (Int64?, Int64?)
    var (identifier, user, digest, request): (String?, String?, String?, String?)
    var mode: FleetMode?
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.members) {
      guard try !reader.null() else { continue }
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      case 2: task = try reader.integer()
      case 3: identifier = try reader.text()
      case 4: user = try reader.text()
      case 5: digest = try reader.text()
      case 6: mode = try reader.word(FleetMode.self)
      case 7:
        request = String(decoding: try reader.raw(), as: UTF8.self)
      default: deadline = try reader.integer()
      }
    }
    self.init(
      id: try name.id(reader, members), task: try reader.need(task, "task", in: members),
      identifier: try reader.need(identifier, "identifier", in: members),
      user: try reader.need(user, "user", in: members),
      class: ClassID(try reader.need(digest, "class", in: members)),
      mode: try reader.need(mode, "mode", in: members),
      request: try reader.need(request, "request", in: members), deadlineUSec: deadline)
  }

  private static let members: [StaticString] = [
    "occurrence", "epoch", "task", "identifier", "user", "class", "mode", "request", "deadlineUSec",
  ]
}

extension UnreadableGrant {
  /// Reads of a grant what can be read, each member by itself; `nil` where that is not its name.
  init?(element: ArraySlice<UInt8>, message: String) {
    var (occurrence, epoch): (Int64?, Int64?)
    var (identifier, user, digest): (String?, String?, String?)
    for piece in JSONPieces(element)?.pieces ?? [] {
      var reader = JSONReader(reply: [UInt8(ascii: "{")] + piece + [UInt8(ascii: "}")])
      do throws(InvalidValue) {
        var members = try reader.object()
        switch try reader.member(&members, of: ["occurrence", "epoch", "identifier", "user", "class"]) {
        case 0: occurrence = try reader.integer()
        case 1: epoch = try reader.integer()
        case 2: identifier = try reader.text()
        case 3: user = try reader.text()
        case 4: digest = try reader.text()
        default: break
        }
      } catch { continue }
    }
    guard let occurrence, let epoch else { return nil }
    self.init(
      id: GrantID(occurrence: occurrence, epoch: epoch), identifier: identifier ?? "", user: user ?? "",
      class: digest.map { ClassID($0) }, message: message)
  }
}
