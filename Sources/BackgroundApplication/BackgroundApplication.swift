// Room BackgroundApplication: a framework for whole programs on the client library.
// Way in: `BackgroundApplication`.
// Must not know: the protocol.

@_exported public import BackgroundTasks

/// A program that declares its background tasks and their handlers: everything else is done for it.
///
/// ```swift
/// @main struct Feeds: BackgroundApplication {
///   let store = FeedStore()
///   var tasks: some BackgroundTaskSet {
///     AppRefresh("org.example.feeds.refresh", every: .minutes(15)) { try await store.refresh() }
///     Processing("org.example.feeds.clean", every: .hours(24), when: .externalPower && .idle) { progress in
///       try await store.clean(progress)
///     }
///   }
/// }
/// ```
///
/// A handler that returns has succeeded, and a handler that throws has failed. When a run's time is up, its
/// Swift task is cancelled, and ``BackgroundRun/expirationReason`` says why. Each end is told to bgtaskd
/// once.
///
/// The program registers its tasks, submits the repeating ones (``BackgroundTaskDeclaration/every``) unless
/// they are pending as they are, and waits. A program that bgtaskd has started ends when it has been idle for
/// ``idleTimeout``, and is started again when a task is due. SIGTERM and SIGINT expire its runs and end it; a
/// run whose handler does not return then, or throws, is not over, and begins again later. With the argument
/// `--print-manifest` it prints the manifest that permits its tasks.
public protocol BackgroundApplication: Sendable {
  /// The type of ``tasks``.
  associatedtype Tasks: BackgroundTaskSet

  /// Creates the program as it starts.
  init()

  /// The program's background tasks. Read once, when the program starts.
  @BackgroundTaskBuilder var tasks: Tasks { get }

  /// The steps of the program's start. Read once, and only ``run(on:)`` goes through them. By default there
  /// are none.
  var startup: Startup { get }

  /// The name of the program's manifest. By default the common beginning of its tasks' identifiers, or the
  /// program's file name where they have nothing in common.
  var name: String { get }

  /// The time that the program waits for work before it ends, where bgtaskd has started it; nil is for ever.
  /// A program that bgtaskd has not started never ends by itself. Ten seconds by default.
  var idleTimeout: Duration? { get }

  /// The time that runs have to end when the program is told to end. Five seconds by default.
  var terminationGrace: Duration { get }

  /// Takes messages for the program's people. By default warnings and errors are lines on standard error,
  /// which bgtaskd passes on to the journal.
  func log(_ entry: BackgroundLogEntry)

  /// Takes each run that has ended, for statistics. Does nothing by default.
  func measure(_ measurement: BackgroundMeasurement)

  /// Takes each step of ``startup`` that has ended. Does nothing by default.
  func measure(step: StartupMeasurement)
}

extension BackgroundApplication {
  /// The common beginning of the tasks' identifiers.
  public var name: String { ManifestName.common(tasks.declarations.map(\.identifier)) }

  /// Ten seconds by default.
  public var idleTimeout: Duration? { .seconds(10) }

  /// Five seconds by default.
  public var terminationGrace: Duration { .seconds(5) }

  /// Writes warnings and errors to standard error.
  public func log(_ entry: BackgroundLogEntry) {
    if entry.level == .info { return }
    try? FileHandle.standardError.write(contentsOf: Data("\(entry.message)\n".utf8))
  }

  /// Does nothing by default.
  public func measure(_ measurement: BackgroundMeasurement) {}

  /// No steps by default.
  public var startup: Startup { Startup() }

  /// Does nothing by default.
  public func measure(step: StartupMeasurement) {}
}

extension BackgroundApplication {
  /// Registers the tasks and submits the repeating ones, without waiting for anything: for programs that have
  /// a main loop of their own, and for tests, with the scheduler of a simulation.
  /// - Throws: ``BackgroundApplicationError`` when a task is not permitted; `BGTaskScheduler.Error` when a
  ///   repeating one cannot be submitted.
  public func start(on scheduler: BGTaskScheduler = .shared) throws {
    let runner = ApplicationRunner(self, scheduler)
    try runner.register()
    try runner.submit()
  }

  /// Does the program's work until the Swift task of this call is cancelled, which tells the program to end,
  /// or it has been idle for ``idleTimeout``. Services in swift-service-lifecycle have this shape as well:
  /// give the application to a group of services, or call this in one, in `cancelWhenGracefulShutdown`.
  ///
  /// The program waits for a bgtaskd that is away.
  /// - Throws: As ``start(on:)``, but not that bgtaskd is away; the error of a critical step of ``startup``.
  public func run(on scheduler: BGTaskScheduler = .shared) async throws {
    try await ApplicationRunner(self, scheduler).run()
  }

  /// Submits one of the application's tasks, as it is declared: for tasks that do not repeat by themselves.
  /// - Parameters:
  ///   - identifier: The task's identifier. One that a declaration's pattern covers will do.
  ///   - delay: The time from now before which the task does not begin.
  ///   - scheduler: The scheduler; nil is the one that launched the calling handler, else
  ///     `BGTaskScheduler.shared`.
  ///   - change: Changes the request before it is submitted.
  /// - Throws: ``BackgroundApplicationError/undeclared(_:)``; `BGTaskScheduler.Error`.
  public func submit(
    _ identifier: String, after delay: Duration = .zero, on scheduler: BGTaskScheduler? = nil,
    change: (BGTaskRequest) throws -> Void = { _ in }
  ) throws {
    guard let declaration = tasks.declarations.first(where: { $0.covers(identifier) }) else {
      throw BackgroundApplicationError.undeclared(identifier)
    }
    let request = declaration.request(identifier: identifier)
    if delay > .zero { request.earliestBeginDate = Date(timeIntervalSinceNow: delay / .seconds(1)) }
    try change(request)
    try (scheduler ?? CurrentWork.work?.scheduler ?? .shared).submit(request)
  }
}
