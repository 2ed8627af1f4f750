@_exported public import BackgroundTasks

/// A program that says what it does in the background, and how: all the rest is done for it.
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
/// What a handler returns from has succeeded, and what it throws from has failed. When a run's time is up,
/// its Swift task is cancelled, and ``BackgroundRun/expirationReason`` says why. Each is told to bgtaskd
/// once.
///
/// The program registers its tasks, submits those that come again (``BackgroundTaskDeclaration/every``)
/// unless they are pending as they are, and waits. Where bgtaskd has started it, it ends when it has been
/// idle for ``idleTimeout``, and is started again when something is due. SIGTERM and SIGINT expire its runs
/// and end it; a run whose handler does not return then, or throws, is not over, and begins again later. With
/// the argument `--print-manifest` it prints the manifest that permits its tasks.
public protocol BackgroundApplication: Sendable {
  /// What ``tasks`` gives.
  associatedtype Tasks: BackgroundTaskSet

  /// The program as it starts.
  init()

  /// What it does in the background. It is asked once, when the program starts.
  @BackgroundTaskBuilder var tasks: Tasks { get }

  /// What it does when it starts. It is asked once, and only ``run(on:)`` goes through it. Unless it is said,
  /// nothing.
  var startup: Startup { get }

  /// The name of its manifest. Unless it is said, what the identifiers of its tasks begin with, or the
  /// program's file name where they have nothing in common.
  var name: String { get }

  /// So long the program waits for something to do before it ends, where bgtaskd has started it; nil is for
  /// ever. A program that somebody else has started never ends by itself. Unless it is said, ten seconds.
  var idleTimeout: Duration? { get }

  /// So long runs have to end when the program is told to end. Unless it is said, five seconds.
  var terminationGrace: Duration { get }

  /// Called with what the program's people may read. Unless it is said, warnings and errors are lines on
  /// standard error, which bgtaskd passes on to the journal.
  func log(_ entry: BackgroundLogEntry)

  /// Called with each run that has ended, for whatever counts them. Unless it is said, nothing.
  func measure(_ measurement: BackgroundMeasurement)

  /// Called with each step of ``startup`` that has ended. Unless it is said, nothing.
  func measure(step: StartupMeasurement)
}

extension BackgroundApplication {
  /// What the identifiers begin with.
  public var name: String { ManifestName.common(tasks.declarations.map(\.identifier)) }

  /// Ten seconds.
  public var idleTimeout: Duration? { .seconds(10) }

  /// Five seconds.
  public var terminationGrace: Duration { .seconds(5) }

  /// Warnings and errors go to standard error.
  public func log(_ entry: BackgroundLogEntry) {
    if entry.level == .info { return }
    try? FileHandle.standardError.write(contentsOf: Data("\(entry.message)\n".utf8))
  }

  /// Nothing.
  public func measure(_ measurement: BackgroundMeasurement) {}

  /// Nothing.
  public var startup: Startup { Startup() }

  /// Nothing.
  public func measure(step: StartupMeasurement) {}
}

extension BackgroundApplication {
  /// Registers the tasks and submits those that come again, without waiting for anything: for programs that
  /// have a life of their own, and for tests, with the scheduler of a simulation.
  /// - Throws: ``BackgroundApplicationError`` when a task is not permitted; `BGTaskScheduler.Error` when one
  ///   that comes again cannot be submitted.
  public func start(on scheduler: BGTaskScheduler = .shared) throws {
    let runner = ApplicationRunner(self, scheduler)
    try runner.register()
    try runner.submit()
  }

  /// Does the program's work until it is told to end by cancelling the Swift task that this is called in, or
  /// has been idle for ``idleTimeout``. That is also the shape that services have in swift-service-lifecycle:
  /// give the application to a group of services, or call this in one, in `cancelWhenGracefulShutdown`.
  ///
  /// A bgtaskd that is away is waited for.
  /// - Throws: As ``start(on:)``, but not that bgtaskd is away; what a critical step of ``startup`` throws.
  public func run(on scheduler: BGTaskScheduler = .shared) async throws {
    try await ApplicationRunner(self, scheduler).run()
  }

  /// Submits one of the application's tasks, as it is declared: for those that do not come again by
  /// themselves.
  /// - Parameters:
  ///   - identifier: Which. One that a declaration's pattern covers will do.
  ///   - delay: The task does not begin earlier than this from now.
  ///   - scheduler: Where; nil is where the handler that asks was launched from, else
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
