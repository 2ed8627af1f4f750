import Synchronization

/// State that is saved when the program may be near its end.
protocol SavedState: AnyObject, Sendable {
  func save() throws
}

/// The program's stores that are still referenced.
final class StateStores: Sendable {
  static let shared = StateStores()

  private struct Weak: Sendable {
    weak var store: (any SavedState)?
  }

  private let stores = Mutex<[Weak]>([])

  func add(_ store: any SavedState) {
    stores.withLock { stores in
      stores.removeAll { $0.store == nil }
      stores.append(Weak(store: store))
    }
  }

  /// Saves each store.
  /// - Returns: The errors of the stores.
  func save() -> [any Error] {
    let all = stores.withLock { $0.compactMap(\.store) }
    return all.compactMap { store in
      do {
        try store.save()
        return nil
      } catch {
        return error
      }
    }
  }
}
