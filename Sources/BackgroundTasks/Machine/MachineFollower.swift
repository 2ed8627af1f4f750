import Dispatch
import Foundation
import SchedulerAPI
import Synchronization

/// What the machine does to a program.
package enum MachineNews: Hashable, Sendable {
  /// It sleeps when this was taken in, and when the others that it waits for are done.
  case sleeps
  /// It shuts down then.
  case shutsDown
  /// It is back, or has stayed after all.
  case isBack
  /// Nobody sees the program for this reason, or that is over.
  case unseen(MachineScreen, Bool)
}

/// Why nobody sees a program.
package enum MachineScreen: CaseIterable, Sendable {
  /// The screens of all who are logged in are locked.
  case locked
  /// The lid is closed over the only screen.
  case lidClosed
  /// Another session is in front of the user's.
  case sessionBehind
}

extension BGTaskScheduler {
  /// Tells what the machine does, for as long as the follower is kept: one after the other, and the machine
  /// waits until `tell` has returned, as long as its own limit allows.
  /// - Parameter why: What the machine waits for, for `bgtaskctl list`: one line.
  package func followMachine(
    _ why: String, _ tell: @escaping @Sendable (MachineNews) async -> Void
  ) -> MachineFollower {
    MachineFollower(why, session.backend, tell)
  }
}

/// Follows the machine by an assertion without a limit, which ends when the program has taken in that the
/// machine goes; the next one says when it is back.
package final class MachineFollower: Sendable {
  private enum Event: Sendable {
    /// What comes of which of its assertions, one after the other.
    case told(SchedulerMethod.BeginAssertion.Reply, Int)
    case lost(Int)
    case conditions(Wire.Conditions)
    case lostConditions
  }

  private struct State {
    var assertion: (any SchedulerWatch)?
    /// How many there were: what comes of an earlier one is late.
    var count = 0
    var conditions: (any SchedulerWatch)?
    var pause = MachineFollower.firstPause
  }

  private let why: String
  private let backend: any SchedulerBackend
  private let state = Mutex(State())
  private let events: AsyncStream<Event>.Continuation
  private let loop: Task<Void, Never>

  /// A daemon that is away is asked again after this, then after twice as long, up to a minute.
  private static let firstPause = 1.0
  private static let longestPause = 60.0

  init(
    _ why: String, _ backend: any SchedulerBackend, _ tell: @escaping @Sendable (MachineNews) async -> Void
  ) {
    (self.why, self.backend) = (why, backend)
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = continuation
    let owner = Mutex(Weak())
    loop = Task {
      var belief = Belief()
      let user = NSUserName()
      for await event in events {
        let follower = owner.withLock { $0.follower }
        switch event {
        case .told(let reply, let number):
          guard follower?.isPresent(number) == true else { continue }
          follower?.state.withLock { $0.pause = Self.firstPause }
          guard let news = belief.take(reply.reason?.code) else { continue }
          await tell(news)
          // It lets the machine go, and the next one tells when that is over.
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
    owner.withLock { $0.follower = self }
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

  private struct Weak {
    weak var follower: MachineFollower?
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
    let pause = state.withLock { state in
      defer { state.pause = min(state.pause * 2, Self.longestPause) }
      return state.pause
    }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in
      if let self { ask(self) }
    }
  }

  /// What the program was told, so that it is told what is new, and that once.
  private struct Belief {
    private var isLeaving = false
    private var screens: Set<MachineScreen> = []

    /// - Parameter code: Why the machine goes; nil when it does not.
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

  /// What keeps people from seeing the program, as far as anybody knows.
  /// - Parameter user: Whose program it is. One who is not logged in has no session that could be behind.
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
