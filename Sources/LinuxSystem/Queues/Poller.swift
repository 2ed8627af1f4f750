import CLinux
import Dispatch
import Glibc
import Synchronization

/// A poller of all descriptors of one queue, with an epoll instance and a thread of its own. The thread
/// enters the queue with the ready descriptors (``Turn``), so a call is handled on the thread that it woke.
///
/// Dispatch's own sources are not used for descriptors, because on Linux they are not safe with those that
/// hang up, as every socket and every pipe does in the end (event_epoll.c, `_dispatch_event_merge_fd`): after
/// EPOLLHUP a source is called once and never again, whatever is left to read; its manager thread touches the
/// source's bookkeeping, and removes the descriptor's number from its epoll instance, while a worker may have
/// freed and closed both.
///
/// Sources may be added and removed on any thread, because their owners are made and released anywhere, but
/// are called on the queue only. The poller lives as long as its sources.
final class Poller: @unchecked Sendable {
  /// The descriptors that one turn handles, so that other work on the queue is not held up.
  private static let batchLimit = 64

  private enum Operation: CChar {
    case add = 0x41
    case modify = 0x4D
    case delete = 0x44
  }

  private struct Member {
    let id: ObjectIdentifier
    let interest: DescriptorSource.Interest
    weak var source: DescriptorSource?
    var isPaused = false
  }

  /// A descriptor with all its sources: epoll takes a descriptor only once.
  private struct Watched {
    let number: CInt
    var members: [Member]

    var events: UInt32 {
      let active = members.filter { !$0.isPaused }.map(\.interest)
      if active.isEmpty { return UInt32(clinux_epoll_silent) }
      return (active.contains(.reading) ? UInt32(clinux_epoll_read) : 0)
        | (active.contains(.writing) ? UInt32(clinux_epoll_write) : 0)
    }
  }

  private struct Registry {
    /// The next token. A descriptor's number may be reused, a token is not, so a late event finds nothing.
    var nextToken: UInt64 = 0
    var tokens: [CInt: UInt64] = [:]
    var watched: [UInt64: Watched] = [:]
  }

  private let epoll: SharedDescriptor
  /// A pipe whose reading end, held by the thread, hangs up when the poller is gone.
  private let life: OutputPipe
  private let registry = Mutex(Registry())

  private static let creation = Mutex(())

  /// Returns the poller of a queue.
  /// - Throws: ``SystemError`` of epoll_create1(2).
  static func of(_ queue: DispatchQueue) throws(SystemError) -> Poller {
    try creation.withLock { (_: inout ()) throws(SystemError) -> Poller in
      let turn = Turn.prepare(queue)
      if let poller = turn.poller { return poller }
      let poller = try Poller(queue)
      turn.poller = poller
      return poller
    }
  }

  private init(_ queue: DispatchQueue) throws(SystemError) {
    epoll = SharedDescriptor(owning: try systemCall("epoll_create1") { clinux_epoll_create() })
    life = try OutputPipe()
    try systemCall("epoll_ctl") {
      clinux_epoll_control(
        epoll.number, Operation.add.rawValue, life.reading.number, UInt32(clinux_epoll_read), Self.endToken)
    }
    try start(queue)
  }

  /// A token that no source has.
  private static let endToken = UInt64.max

  /// The state of the thread, which may outlive the poller.
  private final class Loop {
    let queue: DispatchQueue
    let epoll: SharedDescriptor
    let end: SharedDescriptor
    weak var poller: Poller?

    init(_ queue: DispatchQueue, _ poller: Poller) {
      self.queue = queue
      self.poller = poller
      (epoll, end) = (poller.epoll, poller.life.reading)
    }

    func run() {
      var tokens = [UInt64](repeating: 0, count: Poller.batchLimit)
      var events = [UInt32](repeating: 0, count: Poller.batchLimit)
      while true {
        // The count is -1 on EINTR.
        let count = clinux_epoll_wait(epoll.number, &tokens, &events, CInt(Poller.batchLimit))
        guard count > 0 else { continue }
        let ready = zip(tokens, events).prefix(Int(count))
        guard let poller, !ready.contains(where: { $0.0 == Poller.endToken }) else { return }
        queue.takeTurn { poller.call(ready) }
      }
    }
  }

  /// Starts the thread, which ends soon after the poller.
  private func start(_ queue: DispatchQueue) throws(SystemError) {
    let loop = Unmanaged.passRetained(Loop(queue, self))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Loop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, loop.toOpaque())
    guard code == 0 else {
      loop.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
  }

  /// Starts to watch a source's descriptor.
  /// - Throws: ``SystemError`` of epoll_ctl(2): ENOMEM, ENOSPC, and EPERM for a descriptor that is always
  ///   ready.
  func add(_ source: DescriptorSource, _ interest: DescriptorSource.Interest, _ number: CInt)
    throws(SystemError)
  {
    let member = Member(id: ObjectIdentifier(source), interest: interest, source: source)
    try registry.withLock { (registry) throws(SystemError) in
      if let token = registry.tokens[number] {
        registry.watched[token]?.members.append(member)
        control(.modify, token, registry)
      } else {
        let watched = Watched(number: number, members: [member])
        let token = registry.nextToken
        registry.nextToken += 1
        try systemCall("epoll_ctl") {
          clinux_epoll_control(epoll.number, Operation.add.rawValue, number, watched.events, token)
        }
        registry.tokens[number] = token
        registry.watched[token] = watched
      }
    }
  }

  /// Stops watching for a source. The descriptor is still open.
  func remove(_ id: ObjectIdentifier, _ number: CInt) {
    registry.withLock { registry in
      guard let token = registry.tokens[number] else { return }
      registry.watched[token]?.members.removeAll { $0.id == id }
      if registry.watched[token]?.members.isEmpty == true {
        control(.delete, token, registry)
        registry.watched[token] = nil
        registry.tokens[number] = nil
      } else {
        control(.modify, token, registry)
      }
    }
  }

  /// Pauses or resumes a source.
  func setPaused(_ isPaused: Bool, _ id: ObjectIdentifier, _ number: CInt) {
    registry.withLock { registry in
      guard let token = registry.tokens[number],
        let index = registry.watched[token]?.members.firstIndex(where: { $0.id == id })
      else { return }
      registry.watched[token]?.members[index].isPaused = isPaused
      control(.modify, token, registry)
    }
  }

  /// Modifies or deletes a registered descriptor, which cannot fail.
  private func control(_ operation: Operation, _ token: UInt64, _ registry: borrowing Registry) {
    guard let watched = registry.watched[token] else { return }
    let answer = clinux_epoll_control(epoll.number, operation.rawValue, watched.number, watched.events, token)
    precondition(answer == 0, "\(SystemError(call: "epoll_ctl"))")
  }

  /// Calls the sources of ready descriptors. A source may have gone, or been paused, meanwhile.
  private func call(_ ready: some Sequence<(UInt64, UInt32)>) {
    for (token, events) in ready {
      let broken = events & UInt32(clinux_epoll_broken) != 0
      let sources = registry.withLock { registry in
        registry.watched[token]?.members.compactMap { member -> DescriptorSource? in
          let wanted = member.interest == .reading ? clinux_epoll_read : clinux_epoll_write
          return !member.isPaused && (broken || events & UInt32(wanted) != 0) ? member.source : nil
        }
      }
      for source in sources ?? [] { source.fire() }
    }
  }
}
