import Foundation

/// A value as a file has it.
struct StateRecord<Value: Codable & Sendable>: Codable {
  private let version: Int
  private let saved: StateHead.Moment
  let value: Value

  /// The date at which the value was saved, to the second.
  var date: Date { saved.date }

  init(version: Int, saved: Date, value: Value) {
    (self.version, self.saved, self.value) = (version, StateHead.Moment(date: saved), value)
  }

  /// Reads a record from a file; nil when there is none.
  /// - Throws: ``StateProblem/unreadable(_:)`` when there may be one that cannot be read now; any other error
  ///   when the file's content is of no use.
  init?(_ file: URL, version: Int, _ migrate: (_ version: Int, _ json: Data) throws -> Value) throws {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw StateProblem.unreadable(error.localizedDescription)
    }
    let head = try JSONDecoder().decode(StateHead.self, from: data)
    if head.version == version {
      self = try JSONDecoder().decode(StateRecord.self, from: data)
    } else {
      let old = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let json = try JSONSerialization.data(withJSONObject: old?["value"] as Any, options: .fragmentsAllowed)
      self.init(version: version, saved: head.saved.date, value: try migrate(head.version, json))
    }
  }

  /// Throws when the value was saved too long ago.
  func check(_ maximumAge: Duration?, at now: Date) throws {
    let age = Duration.seconds(now.timeIntervalSince(date))
    if let maximumAge, age > maximumAge { throw StateProblem.tooOld(age) }
  }

  /// Replaces the file by this record.
  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(self)
    try SyncedFile.makeDirectory(file.deletingLastPathComponent())
    try SyncedFile.replace(file, with: data)
  }
}

/// The part that every version of a record has.
private struct StateHead: Decodable {
  let version: Int
  let saved: Moment

  /// A date for people. The dates of values are as any `JSONEncoder` writes them, so that a migration reads
  /// them with any decoder, and nothing of a second is lost.
  struct Moment: Codable {
    let date: Date

    init(date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
      date = try Date(decoder.singleValueContainer().decode(String.self), strategy: .iso8601)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date.ISO8601Format())
    }
  }
}
