import Dispatch
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("A client of logind")
struct LoginManagerTests {
  private static let delay = SimulatedLogind.Lock(
    what: "sleep:shutdown", who: "test", why: "because", mode: "delay")
  private static let block = SimulatedLogind.Lock(
    what: "sleep", who: "test", why: "a run", mode: "block")

  @Test("It lets the machine wait, says for how long, lets it go, and lets it wait again when it is back")
  func sleep() throws {
    let (bench, logind) = try LoginBench.connected(limitUSec: 3_000_000)
    #expect(logind.locks == [Self.delay])
    logind.say(.sleep, true)
    #expect(bench.heard.next() == .departing(.sleep, limitUSec: 3_000_000))
    #expect(logind.locks == [Self.delay])
    bench.release()
    #expect(logind.wait(for: 0, "delay"))
    // What an administrator has changed meanwhile counts the next time.
    logind.setLimit(7_000_000)
    logind.say(.sleep, false)
    #expect(bench.heard.next() == .departureOver(.sleep))
    #expect(logind.wait(for: 1, "delay"))
    // It asks how long in the same breath.
    bench.preventSleep(why: "a run")
    #expect(logind.wait(for: 1, "block"))
    logind.say(.shutdown, true)
    #expect(bench.heard.next() == .departing(.shutdown, limitUSec: 7_000_000))
    #expect(bench.heard.isEmpty)
  }

  @Test("A machine that stays while its work still stops finds the lock in place afterwards")
  func stays() throws {
    let (bench, logind) = try LoginBench.connected()
    logind.say(.shutdown, true)
    #expect(bench.heard.next() == .departing(.shutdown, limitUSec: 5_000_000))
    logind.say(.shutdown, false)
    #expect(bench.heard.next() == .departureOver(.shutdown))
    #expect(logind.grantedLocks == 1)
    // The work has stopped a moment too late.
    bench.release()
    #expect(logind.wait(granted: 2))
    #expect(logind.wait { $0 == [Self.delay] })
  }

  @Test("It keeps the machine awake, and does not when it is told so")
  func awake() throws {
    let (bench, logind) = try LoginBench.connected()
    bench.preventSleep(why: "a run")
    #expect(logind.wait { $0 == [Self.delay, Self.block] })
    bench.preventSleep(why: "a run")
    bench.preventSleep(why: nil)
    #expect(logind.wait { $0 == [Self.delay] })
    #expect(logind.grantedLocks == 2)
    // Taken back before it was granted.
    bench.queue.sync {
      bench.manager?.preventSleep(why: "a run")
      bench.manager?.preventSleep(why: nil)
    }
    bench.preventSleep(why: "another run")
    #expect(logind.wait { $0.last?.why == "another run" && $0.count == 2 })
  }

  @Test("What logind refuses because the machine is about to go is asked for again when it is back")
  func inProgress() throws {
    let (bench, logind) = try LoginBench.connected()
    logind.say(.sleep, true)
    #expect(bench.heard.next() == .departing(.sleep, limitUSec: 5_000_000))
    bench.release()
    bench.preventSleep(why: "a run")
    #expect(logind.wait(for: 0, "delay"))
    logind.say(.sleep, false)
    #expect(bench.heard.next() == .departureOver(.sleep))
    #expect(logind.wait { Set($0) == [Self.delay, Self.block] })
    #expect(bench.heard.isEmpty)
  }

  @Test("A refusal is said once, and the other lock holds all the same")
  func refused() throws {
    let (bench, logind) = try LoginBench.connected()
    logind.refuse("block")
    for _ in 0..<3 {
      bench.preventSleep(why: "a run")
      bench.preventSleep(why: nil)
      bench.preventSleep(why: "a run")
      bench.preventSleep(why: "another run")
    }
    guard case .refused(.block, let error)? = bench.heard.next() else {
      Issue.record("no refusal")
      return
    }
    #expect(error.name == "org.freedesktop.DBus.Error.AccessDenied")
    logind.say(.sleep, true)
    #expect(bench.heard.next() == .departing(.sleep, limitUSec: 5_000_000))
    #expect(logind.locks == [Self.delay])
  }

  @Test("A logind that is not there is said once; when it comes, it is found")
  func later() throws {
    let bench = try LoginBench()
    bench.start()
    guard case .missing(let error)? = bench.heard.next() else {
      Issue.record("something was found")
      return
    }
    #expect(error.name == "org.freedesktop.DBus.Error.NameHasNoOwner")
    bench.preventSleep(why: "a run")
    let logind = try SimulatedLogind(on: bench.bus.address)
    #expect(bench.heard.next() == .found)
    #expect(logind.wait { Set($0) == [Self.delay, Self.block] })
  }

  @Test("A logind that is started again grants the locks again")
  func restarted() throws {
    let (bench, logind) = try LoginBench.connected()
    bench.preventSleep(why: "a run")
    #expect(logind.wait(for: 1, "block"))
    logind.end()
    guard case .missing? = bench.heard.next() else {
      Issue.record("its end was not noticed")
      return
    }
    let next = try SimulatedLogind(on: bench.bus.address)
    #expect(bench.heard.next() == .found)
    #expect(next.wait { Set($0) == [Self.delay, Self.block] })
  }

  @Test("What was said while nobody listened is found out: the machine is about to go, or has stayed")
  func missed() throws {
    let (bench, logind) = try LoginBench.connected()
    logind.say(.shutdown, true)
    #expect(bench.heard.next() == .departing(.shutdown, limitUSec: 5_000_000))
    logind.end()
    _ = bench.heard.next()
    // A logind that ends with a machine that shuts down has called nothing off.
    #expect(bench.heard.isEmpty)
    let next = try SimulatedLogind(on: bench.bus.address)
    let answers = [bench.heard.next(), bench.heard.next()]
    #expect(answers.contains(.found) && answers.contains(.departureOver(.shutdown)))
    next.end()
    _ = bench.heard.next()
    let last = try SimulatedLogind(on: bench.bus.address, limitUSec: 9_000_000, ahead: .sleep)
    #expect(bench.heard.next() == .departing(.sleep, limitUSec: 9_000_000))
    #expect(last.locks == [])
  }

  @Test("Nobody but logind is believed")
  func impostor() throws {
    let (bench, logind) = try LoginBench.connected()
    let queue = DispatchQueue(label: "impostor")
    let done = Mailbox<Bool>()
    let other = try queue.sync { try Bus(.bus(bench.bus.address), queue: queue) { _ in } }
    try queue.sync {
      // To everybody, and to the client alone, whose name is the one before.
      for destination in [nil, ":1.0", ":1.1", ":1.2", ":1.3"] as [String?] {
        try other.emit(
          BusTarget(
            destination: destination, path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")
        ) { (writer) throws(BusError) in try writer.bool(true) }
      }
      try other.call(
        BusTarget(
          destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
          interface: "org.freedesktop.DBus", member: "GetId")
      ) { _ in done.append(true) }
    }
    #expect(done.next() == true)
    logind.say(.shutdown, true)
    #expect(bench.heard.next() == .departing(.shutdown, limitUSec: 5_000_000))
    queue.sync { other.close() }
  }

  @Test("Where there is no bus it says so once and does nothing")
  func noBus() throws {
    let folder = try TemporaryFolder()
    let bench = try LoginBench(address: .bus("unix:path=\(folder.path("nobody"))"))
    bench.start()
    guard case .missing(.connection(let error))? = bench.heard.next() else {
      Issue.record("there is no bus")
      return
    }
    #expect(error.isNoSuchFile)
    bench.preventSleep(why: "a run")
    bench.release()
    #expect(bench.heard.isEmpty)
  }

  @Test("A bus that breaks down is looked for again, and the machine waits as before")
  func busRestarts() throws {
    let folder = try TemporaryFolder()
    let address = "unix:path=\(folder.path("bus"))"
    let queue = DispatchQueue(label: "login")
    let heard = Mailbox<LoginManagerEvent>()
    let first = try PrivateBus(address: address)
    let logind = try SimulatedLogind(on: address)
    var manager: LoginManager? = queue.sync {
      let connection = BusConnection(.bus(address), queue: queue)
      let manager = LoginManager(connection, who: "test", why: "because") { heard.append($0) }
      manager.start()
      connection.start()
      return manager
    }
    #expect(heard.next() == .found)
    first.end()
    guard case .missing? = heard.next() else {
      Issue.record("its end was not noticed")
      return
    }
    logind.end()
    let second = try PrivateBus(address: address)
    let next = try SimulatedLogind(on: address)
    #expect(heard.next() == .found)
    #expect(next.wait { $0 == [Self.delay] })
    queue.sync {
      manager?.preventSleep(why: nil)
      manager = nil
    }
    second.end()
  }
}
