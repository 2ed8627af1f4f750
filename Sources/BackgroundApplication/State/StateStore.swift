public import Foundation
import Synchronization

/// A value that outlives the program: read when the store is made, and written in one piece with ``save()``,
/// when a run is told to stop, and when the program is told to end.
///
/// ```swift
/// let feeds = StateStore("feeds", initially: Feeds(), version: 2) { version, old in
///   try Feeds(JSONDecoder().decode(OldFeeds.self, from: old))
/// }
/// feeds.update { $0.add(item) }
/// ```
///
/// Whatever happens during a write, the file has the old value or the new one. A value that cannot be
/// decoded, is of a version that cannot be migrated, or is too old, is set aside, under another name beside
/// it, and the store begins anew: ``origin`` says so, and standard error.
public final class StateStore<Value: Codable & Sendable>: Sendable {
  /// The origin of the value.
  public enum Origin: Hashable, Sendable {
    /// No value was saved: it is the initial one.
    case initial
    /// The value was saved at this date.
    case restored(Date)
    /// A saved value is not used, for this reason; its file is at this place now.
    case setAside(reason: String, URL)
    /// A saved value may be there that cannot be read now, for this reason. Nothing is saved in its place.
    case unreadable(reason: String)
  }

  /// The file of the value.
  public let file: URL
  /// The origin of the value when the store was made.
  public let origin: Origin
  private let version: Int
  private let state: Mutex<State>
  /// The lock for one write at a time, the last value last.
  private let writing = Mutex(())

  private struct State {
    var value: Value
    /// The number of changes, and of the one that is on disk.
    var change = 0
    var saved = 0
  }

  /// Creates a store with the value that was saved under the name.
  /// - Parameters:
  ///   - name: The name of the value: its file is `NAME.json`.
  ///   - initial: The value when none was saved.
  ///   - version: The version of the value's type; a value that was saved with another one is migrated.
  ///   - maximumAge: The age up to which a saved value is used; nil is for ever. A date in the future, by a
  ///     clock that was wrong, is no age.
  ///   - directory: The file's directory; nil is the value of `STATE_DIRECTORY` (systemd.exec(5)), else the
  ///     program's own directory in `XDG_STATE_HOME` or `~/.local/state` (basedir specification). The first
  ///     save makes it.
  ///   - now: The date that ages count from.
  ///   - migrate: Makes a value from the JSON of one that was saved with another version. It throws where it
  ///     cannot.
  public init(
    _ name: String, initially initial: Value, version: Int = 1, maximumAge: Duration? = nil,
    in directory: URL? = nil, now: Date = Date(),
    migrate: (_ version: Int, _ json: Data) throws -> Value = { version, _ in
      throw StateProblem.unknownVersion(version)
    }
  ) {
    self.version = version
    file = (directory ?? StateDirectory.own).appending(path: "\(name).json")
    var value = initial
    do {
      let record = try StateRecord<Value>(file, version: version, migrate)
      try record?.check(maximumAge, at: now)
      if let record { value = record.value }
      origin = record.map { .restored($0.date) } ?? .initial
    } catch StateProblem.unreadable(let reason) {
      origin = .unreadable(reason: reason)
      StandardError.say("\(file.path): \(StateProblem.unreadable(reason)); nothing is saved there")
    } catch {
      let reason = (error as? StateProblem)?.description ?? "it cannot be read: \(error)"
      let aside = StateDirectory.setAside(file, at: now)
      origin = .setAside(reason: reason, aside)
      StandardError.say(
        "\(file.path): \(reason); the file is called \(aside.lastPathComponent) now, and a new state begins")
    }
    state = Mutex(State(value: value))
    StateStores.shared.add(self)
  }

  /// The present value.
  public var value: Value { state.withLock { $0.value } }

  /// Changes the value without saving it.
  /// - Returns: What the body returns.
  @discardableResult
  public func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try state.withLock { state in
      state.change += 1
      return try body(&state.value)
    }
  }

  /// Writes the value if it has changed since the last write. When this returns, the value is on disk.
  /// - Throws: Errors of Foundation and the system about the file; ``StateProblem/unreadable(_:)`` when the
  ///   value that was there before could not be read, and may be good.
  public func save() throws {
    if case .unreadable(let reason) = origin { throw StateProblem.unreadable(reason) }
    try writing.withLock { _ in
      let (value, change, saved) = state.withLock { ($0.value, $0.change, $0.saved) }
      guard change != saved else { return }
      try StateRecord(version: version, saved: Date(), value: value).write(to: file)
      state.withLock { $0.saved = change }
    }
  }
}

extension StateStore: SavedState {}

/// The reason why a saved value is not used.
public enum StateProblem: LocalizedError, Hashable, CustomStringConvertible {
  /// The value's version is unknown to the program.
  case unknownVersion(Int)
  /// The value was saved this long ago.
  case tooOld(Duration)
  /// The file cannot be read now, whatever it has: permission, descriptors, the disk.
  case unreadable(String)

  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// The reason, for people.
  public var description: String {
    switch self {
    case .unknownVersion(let version): "it is of version \(version), which this program does not know"
    case .tooOld(let age): "it was saved \(Int(age / .seconds(1))) s ago, which is too long"
    case .unreadable(let reason): "it cannot be read now: \(reason)"
    }
  }
}
