/// The machine's wall clock: one test sets it, another needs it unchanged. Each has it for itself.
package actor MachineClock {
  private static let shared = MachineClock()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs a body while no other test has the clock.
  package static func alone<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    await shared.take()
    do {
      let value = try await body()
      await shared.giveBack()
      return value
    } catch {
      await shared.giveBack()
      throw error
    }
  }

  private func take() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Hands the clock to the test that has waited longest.
  private func giveBack() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
