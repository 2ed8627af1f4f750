import BackgroundTasks
import Dispatch
import Foundation
import SchedulerAPI
import Synchronization
import TestSupport
import Testing

@testable import BackgroundApplication

@Suite("Where a program's states are taken from", .serialized)
struct FollowingTests {
  private let life = SimulatedLifecycle()
  private let diary = Diary()
  private var lifecycle: Lifecycle { life.lifecycle }

  private func writeEachState(of lifecycle: Lifecycle) {
    for (state, add) in LifecycleTests.hooks(lifecycle) { add { diary.write("\(state)") } }
  }

  @Test("Before the machine sleeps the program is suspended, and it is back where it was after that")
  func sleep() async {
    lifecycle.followMachine()
    await lifecycle.enter(.active)
    writeEachState(of: lifecycle)
    await life.sleep()
    #expect(lifecycle.state == .suspended)
    #expect(diary.lines == ["inactive", "background", "suspended"])
    await life.comeBack()
    #expect(lifecycle.state == .active)
  }

  @Test("Before it shuts down the program is in the background; a shutdown that is called off gives it back")
  func shutdown() async {
    lifecycle.followMachine()
    await lifecycle.enter(.inactive)
    await life.shutDown()
    #expect(lifecycle.state == .background)
    await life.comeBack()
    #expect(lifecycle.state == .inactive)
  }

  @Test("What the program wants meanwhile counts when the machine is back")
  func wish() async {
    lifecycle.followMachine()
    await life.sleep()
    await lifecycle.enter(.active)
    #expect(lifecycle.state == .suspended)
    await life.comeBack()
    #expect(lifecycle.state == .active)
  }

  @Test("Behind a locked screen an active program is inactive, and one in the background stays there")
  func locked() async {
    lifecycle.followMachine()
    await life.setLocked(true)
    #expect(lifecycle.state == .background)
    await lifecycle.enter(.active)
    #expect(lifecycle.state == .inactive)
    await life.setLocked(false)
    #expect(lifecycle.state == .active)
  }

  @Test("So it is behind a closed lid and behind another session, for as long as one of them lasts")
  func unseen() async {
    lifecycle.followMachine()
    await lifecycle.enter(.active)
    await life.setLidClosed(true)
    #expect(lifecycle.state == .inactive)
    await life.setSessionActive(false)
    await life.setLidClosed(false)
    #expect(lifecycle.state == .inactive)
    await life.setSessionActive(true)
    #expect(lifecycle.state == .active)
    await life.setLidClosed(true)
    await life.sleep()
    #expect(lifecycle.state == .suspended)
    await life.comeBack()
    #expect(lifecycle.state == .inactive)
  }

  @Test("In 1,000 random orders of what program and machine want, it is where the least of them lets it")
  func randomOrders() async {
    for seed in UInt64(1)...1000 {
      var random = SplitMix64(seed: seed)
      let life = SimulatedLifecycle()
      life.lifecycle.followMachine()
      var states = life.lifecycle.states.makeAsyncIterator()
      var (now, wish, departure) = (
        LifecycleState.background, LifecycleState.background, LifecycleState?.none
      )
      var unseen: Set<Int> = []
      for _ in 0..<8 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
          wish = LifecycleState.allCases.randomElement(using: &random) ?? .active
          await life.lifecycle.enter(wish)
        case 3:
          departure = .suspended
          await life.sleep()
        case 4:
          departure = .background
          await life.shutDown()
        case 5:
          departure = nil
          await life.comeBack()
        case let reason:
          let number = reason == 6 ? 0 : Int.random(in: 1...2, using: &random)
          let isUnseen = unseen.insert(number).inserted
          if !isUnseen { unseen.remove(number) }
          switch number {
          case 0: await life.setLocked(isUnseen)
          case 1: await life.setLidClosed(isUnseen)
          default: await life.setSessionActive(!isUnseen)
          }
        }
        let expected = [wish, departure ?? .active, unseen.isEmpty ? .active : .inactive].min() ?? wish
        #expect(life.lifecycle.state == expected, "seed \(seed)")
        // One step at a time, and no other.
        while now != expected {
          guard let step = await states.next() else { break }
          #expect(abs(step.rawValue - now.rawValue) == 1, "seed \(seed)")
          now = step
        }
      }
    }
  }

  @Test("A program that does not follow hears nothing")
  func deaf() async {
    await lifecycle.enter(.active)
    await life.sleep()
    await life.setForeground(false)
    #expect(lifecycle.state == .active)
  }

  @Test("In a terminal's foreground it is active, stopped or behind another program in the background")
  func terminal() async {
    lifecycle.followTerminal()
    await life.setForeground(true)
    #expect(lifecycle.state == .active)
    await life.setForeground(false)
    #expect(lifecycle.state == .background)
  }

  @Test(
    "A terminal's signals: it stops when its hooks have ended, goes on where it is, and ends when it is gone")
  func signals() async {
    let (news, tell) = AsyncStream.makeStream(of: String.self)
    let isInForeground = Mutex(true)
    let effects = TerminalWatch.Effects(
      isInForeground: { isInForeground.withLock { $0 } }, stop: { tell.yield("stopped") },
      hangUp: { tell.yield("ended") })
    let watch = TerminalWatch(effects) { tell.yield($0 == .foreground ? "foreground" : "background") }
    var heard = news.makeAsyncIterator()
    #expect(await heard.next() == "foreground")
    for (signal, expected) in [
      (SIGTSTP, ["background", "stopped"]), (SIGCONT, ["foreground"]), (SIGHUP, ["background", "ended"]),
    ] {
      kill(getpid(), signal)
      for word in expected { #expect(await heard.next() == word, "\(signal)") }
    }
    isInForeground.withLock { $0 = false }
    kill(getpid(), SIGCONT)
    #expect(await heard.next() == "background")
    withExtendedLifetime(watch) {}
  }

  /// A daemon on a machine whose logind does what the test says, and a program that follows it.
  private func onMachine(
    _ body: (DaemonProcess, SimulatedLogind, Lifecycle) async throws -> Void
  ) async throws {
    let bus = try PrivateBus()
    let logind = try SimulatedLogind(on: bus.address, limitUSec: 60_000_000)
    let daemon = try DaemonProcess.calm(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(logind.wait(for: 1, "delay"))
    try await BGTaskScheduler.withShared(on: DaemonBackend(path: daemon.socket)) {
      let lifecycle = Lifecycle(clock: ContinuousClock(), system: SystemChanges())
      await lifecycle.enter(.active)
      lifecycle.followMachine()
      #expect(try daemon.wait { try $0.listAssertions().count == 1 ? true : nil } == true)
      try await body(daemon, logind, lifecycle)
    }
  }

  @Test("With the built daemon: the machine waits for the hooks, sleeps, and gives the state back")
  func daemonSleeps() async throws {
    try await onMachine { daemon, logind, lifecycle in
      writeEachState(of: lifecycle)
      let states = lifecycle.states
      logind.say(.sleep, true)
      #expect(await isLetGo(logind))
      #expect(lifecycle.state == .suspended)
      #expect(diary.lines == ["inactive", "background", "suspended"])
      logind.say(.sleep, false)
      for await state in states where state == .active { break }
      #expect(logind.wait(for: 1, "delay"))
      // And once more, by the next assertion.
      logind.say(.sleep, true)
      #expect(await isLetGo(logind))
      #expect(lifecycle.state == .suspended)
    }
  }

  @Test("With the built daemon: behind a closed lid, or another user's session, it is inactive")
  func daemonSeesLid() async throws {
    try await onMachine { daemon, _, lifecycle in
      let user = NSUserName()
      var states = lifecycle.states.makeAsyncIterator()
      for (conditions, state) in [
        (["lidClosed": "true"], .inactive), (["lidClosed": "false"], .active),
        // Nobody is in front of one who is not logged in.
        (["lidClosed": "true", "users": "", "activeUsers": ""], .inactive),
        (["lidClosed": "false"], .active),
        (["users": user, "activeUsers": "somebody"], .inactive), (["activeUsers": user], .active),
      ] as [([String: String], LifecycleState)] {
        try daemon.client().simulateConditions(conditions)
        #expect(await states.next() == state, "\(conditions)")
      }
    }
  }

  @Test(
    "With the built daemon: before a shutdown it is in the background; a daemon that comes back is followed")
  func daemonShutsDown() async throws {
    try await onMachine { daemon, logind, lifecycle in
      daemon.killHard()
      try daemon.start()
      #expect(try daemon.wait { try $0.listAssertions().count == 1 ? true : nil } == true)
      #expect(logind.wait(for: 1, "delay"))
      logind.say(.shutdown, true)
      #expect(await isLetGo(logind))
      #expect(lifecycle.state == .background)
    }
  }

  /// Waits on a thread that may be blocked: the few threads of Swift's tasks are what hooks run on.
  private func isLetGo(_ logind: SimulatedLogind) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocking").async { continuation.resume(returning: logind.wait(for: 0, "delay")) }
    }
  }
}
