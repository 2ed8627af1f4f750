import Dispatch
import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// A change of the machine that a program is told.
package enum MachineNews: Hashable, Sendable {
  /// The machine sleeps once this was taken in, and the others that it waits for are done.
  case sleeps
  /// The machine shuts down then.
  case shutsDown
  /// The machine is back, or has stayed after all.
  case isBack
  /// The program is out of sight for this reason, or that reason is over.
  case unseen(MachineScreen, Bool)
}

/// The reason why a program is out of sight.
package enum MachineScreen: CaseIterable, Sendable {
  /// The screens of all who are logged in are locked.
  case locked
  /// The lid is closed over the only screen.
  case lidClosed
  /// Another session is in front of the user's.
  case sessionBehind
}

extension BGTaskScheduler {
  /// Reports what the machine does, one change after the other, for as long as the follower is kept. The
  /// machine waits until `tell` has returned, as long as its own limit allows.
  /// - Parameter why: The reason why the machine waits, for `bgtaskctl list`: one line.
  package func followMachine(
    _ why: String, _ tell: @escaping @Sendable (MachineNews) async -> Void
  ) -> MachineFollower {
    MachineFollower(why, session.backend, tell)
  }
}

/// A follower of the machine, by an assertion without a limit. It ends the assertion when the program has
/// taken in that the machine goes; the next assertion says when the machine is back.
package final class MachineFollower: Sendable {
  private enum Event: Sendable {
    /// A reply to the assertion of this number.
    case told(SchedulerMethod.BeginAssertion.Reply, Int)
    case lost(Int)
    case conditions(Wire.Conditions)
    case lostConditions
  }

  private struct State {
    var assertion: (any SchedulerWatch)?
    /// The number of assertions so far: a reply to an earlier one is late.
    var count = 0
    var conditions: (any SchedulerWatch)?
    /// The pause before a daemon that is away is asked again.
    var pause = GrowingPause(first: .seconds(1), longest: .minutes(1))
  }

  private let why: String
  private let backend: any SchedulerBackend
  private let state = Mutex(State())
  private let events: AsyncStream<Event>.Continuation
  private let loop: Task<Void, Never>

  init(
    _ why: String, _ backend: any SchedulerBackend, _ tell: @escaping @Sendable (MachineNews) async -> Void
  ) {
    (self.why, self.backend) = (why, backend)
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = continuation
    let owner = Mutex(Weak<MachineFollower>(nil))
    loop = Task {
      var belief = Belief()
      let user = NSUserName()
      for await event in events {
        let follower = owner.withLock { $0.object }
        switch event {
        case .told(let reply, let number):
          guard follower?.isPresent(number) == true else { continue }
          follower?.state.withLock { $0.pause.reset() }
          guard let news = belief.take(reply.reason?.code) else { continue }
          await tell(news)
          // The end of this assertion lets the machine go, and the next one tells when that is over.
          if news != .isBack { follower?.ask() }
        case .conditions(let conditions):
          for news in belief.take(Self.screens(conditions, user: user)) { await tell(news) }
        case .lost(let number):
          if follower?.isPresent(number) == true { follower?.askLater { $0.ask() } }
        case .lostConditions:
          for news in belief.take([]) { await tell(news) }
          follower?.askLater { $0.askConditions() }
        }
      }
    }
    owner.withLock { $0.object = self }
    ask()
    askConditions()
  }

  deinit {
    events.finish()
    loop.cancel()
    let (assertion, conditions) = state.withLock { ($0.assertion.take(), $0.conditions.take()) }
    assertion?.end()
    conditions?.end()
  }

  private func ask() {
    let (last, number) = state.withLock { state in
      state.count += 1
      return (state.assertion.take(), state.count)
    }
    last?.end()
    let watch = backend.beginAssertion(.init(why: why)) { [events] news in
      switch news {
      case .news(let reply): events.yield(.told(reply, number))
      case .ended: events.yield(.lost(number))
      }
    }
    state.withLock { $0.assertion = watch }
  }

  private func isPresent(_ number: Int) -> Bool { state.withLock { $0.count == number } }

  private func askConditions() {
    let watch = backend.watchConditions { [events] news in
      switch news {
      case .news(let reply): events.yield(.conditions(reply.conditions))
      case .ended: events.yield(.lostConditions)
      }
    }
    state.withLock { $0.conditions = watch }
  }

  private func askLater(_ ask: @escaping @Sendable (MachineFollower) -> Void) {
    let pause = DispatchTimeInterval.microseconds(Int(state.withLock { $0.pause.next().uSec }))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in
      if let self { ask(self) }
    }
  }

  /// The changes that the program was told, so that it is told each new one once.
  private struct Belief {
    private var isLeaving = false
    private var screens: Set<MachineScreen> = []

    /// - Parameter code: The reason why the machine goes; nil when it does not.
    mutating func take(_ code: String?) -> MachineNews? {
      guard isLeaving != (code != nil) else { return nil }
      isLeaving.toggle()
      guard let code else { return .isBack }
      return code == "sleep" ? .sleeps : .shutsDown
    }

    mutating func take(_ new: Set<MachineScreen>) -> [MachineNews] {
      defer { screens = new }
      return MachineScreen.allCases.filter { screens.contains($0) != new.contains($0) }
        .map { .unseen($0, new.contains($0)) }
    }
  }

  /// Returns the reasons why people do not see the program, as far as the conditions are known.
  /// - Parameter user: The program's user. A user who is not logged in has no session that could be behind.
  private static func screens(_ conditions: Wire.Conditions, user: String) -> Set<MachineScreen> {
    let isBehind =
      conditions.users?.contains(user) == true && conditions.activeUsers?.contains(user) == false
    let all: [(MachineScreen, Bool)] = [
      (.locked, conditions.locked == true), (.lidClosed, conditions.lidClosed == true),
      (.sessionBehind, isBehind),
    ]
    return Set(all.filter(\.1).map(\.0))
  }
}
