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
/// Whatever happens while it is written, there is the old value or the new one. What cannot be read, is of a
/// version that nobody can migrate, or is too old, is set aside, under another name beside it, and the store
/// begins anew: ``origin`` says so, and standard error.
public final class StateStore<Value: Codable & Sendable>: Sendable {
  /// Where the value came from.
  public enum Origin: Hashable, Sendable {
    /// There was none: it is the initial one.
    case initial
    /// It was saved then.
    case restored(Date)
    /// There was one that is not used, for this reason; it lies there now.
    case setAside(reason: String, URL)
    /// There may be one that cannot be read now, for this reason. Nothing is saved in its place.
    case unreadable(reason: String)
  }

  /// Where it is kept.
  public let file: URL
  /// Where the value came from when the store was made.
  public let origin: Origin
  private let version: Int
  private let state: Mutex<State>
  /// One write at a time, the last one last.
  private let writing = Mutex(())

  private struct State {
    var value: Value
    /// Counts changes, and which one is on disk.
    var change = 0
    var saved = 0
  }

  /// Reads what was saved under the name.
  /// - Parameters:
  ///   - name: The file is `NAME.json`.
  ///   - initial: The value when there is none.
  ///   - version: Of the value's type; what was saved with another one is migrated.
  ///   - maximumAge: What was saved longer ago is not used; nil is for ever. A date in the future, by a clock
  ///     that was wrong, is no age.
  ///   - directory: Where the file is; nil is where `STATE_DIRECTORY` says (systemd.exec(5)), else the
  ///     program's own directory in `XDG_STATE_HOME` or `~/.local/state` (basedir specification). It is made
  ///     when something is saved.
  ///   - now: The date that ages count from.
  ///   - migrate: Makes a value of one that was saved with another version, from its JSON. It throws where it
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
        "\(file.path): \(reason); it is \(aside.lastPathComponent) now, and what is new begins")
    }
    state = Mutex(State(value: value))
    StateStores.shared.add(self)
  }

  /// The value now.
  public var value: Value { state.withLock { $0.value } }

  /// Changes the value, which is not saved by that.
  /// - Returns: What the body returns.
  @discardableResult
  public func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try state.withLock { state in
      state.change += 1
      return try body(&state.value)
    }
  }

  /// Writes the value, if it has changed since it was written last. When this returns it is on disk.
  /// - Throws: What Foundation and the system say of the file; ``StateProblem/unreadable(_:)`` when what was
  ///   there before could not be read, and may be good.
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

/// Why something that was saved is not used.
public enum StateProblem: LocalizedError, Hashable, CustomStringConvertible {
  /// Nobody can read values of this version.
  case unknownVersion(Int)
  /// It was saved so long ago.
  case tooOld(Duration)
  /// The file cannot be read now, whatever it has: permission, descriptors, the disk.
  case unreadable(String)

  /// The same.
  public var errorDescription: String? { description }

  /// For people.
  public var description: String {
    switch self {
    case .unknownVersion(let version): "it is of version \(version), which this program does not know"
    case .tooOld(let age): "it was saved \(Int(age / .seconds(1))) s ago, which is too long"
    case .unreadable(let reason): "it cannot be read now: \(reason)"
    }
  }
}
