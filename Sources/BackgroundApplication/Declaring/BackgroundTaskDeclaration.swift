public import BackgroundTasks

/// The declaration of an application's task: its identifier, its period, its requests and its handler.
public struct BackgroundTaskDeclaration: BackgroundTaskSet {
  /// The kind of work, by its name in manifests (`Kinds=`).
  enum Kind: String, CaseIterable {
    case refresh, processing, continued
  }

  /// The task's identifier, or a pattern of identifiers that ends in `.*`.
  public let identifier: String
  /// The period, at least a second; nil is a task that begins when it is submitted.
  public let every: Duration?
  let kind: Kind
  /// Whether the task begins only when it is submitted, and never where nothing submits it.
  let awaitsSubmission: Bool
  let handler: @Sendable (BGTask) async throws -> Void
  private let make: @Sendable (_ identifier: String) -> BGTaskRequest

  init(
    _ identifier: String, _ kind: Kind, every: Duration?, awaitsSubmission: Bool = false,
    request make: @escaping @Sendable (String) -> BGTaskRequest,
    handler: @escaping @Sendable (BGTask) async throws -> Void
  ) {
    (self.identifier, self.kind, self.every) = (identifier, kind, every)
    self.awaitsSubmission = awaitsSubmission
    (self.make, self.handler) = (make, handler)
  }

  /// This declaration alone.
  public var declarations: [BackgroundTaskDeclaration] { [self] }

  /// Returns the same task with requests that say more.
  func changing(_ change: @escaping @Sendable (BGTaskRequest) -> Void) -> BackgroundTaskDeclaration {
    BackgroundTaskDeclaration(
      identifier, kind, every: every, awaitsSubmission: awaitsSubmission,
      request: { identifier in
        let request = make(identifier)
        change(request)
        return request
      }, handler: handler)
  }

  /// Returns the request for the task, or for one that its pattern covers.
  func request(identifier: String) -> BGTaskRequest {
    let request = make(identifier)
    request.repeatInterval = every.map { $0 / .seconds(1) }
    return request
  }

  /// Whether the identifier is this task's, or one that its pattern covers (R5).
  func covers(_ identifier: String) -> Bool {
    guard self.identifier.hasSuffix(".*") else { return identifier == self.identifier }
    return identifier.hasPrefix(self.identifier.dropLast())
      && identifier.utf8.count >= self.identifier.utf8.count
  }
}

/// A declaration of one task.
public protocol BackgroundTaskDeclaring: BackgroundTaskSet {
  /// The declared task.
  var declaration: BackgroundTaskDeclaration { get }

  /// Creates a value of a declared task.
  init(declaration: BackgroundTaskDeclaration)
}

extension BackgroundTaskDeclaring {
  /// The declared task alone.
  public var declarations: [BackgroundTaskDeclaration] { [declaration] }

  /// Returns the same task with requests that say more, such as `retry`, `tolerance` or `relaxations`:
  ///
  /// ```swift
  /// AppRefresh("org.example.feeds.refresh", every: .seconds(900)) { try await store.refresh() }
  ///   .request { $0.retry = .init(maximumAttempts: 3) }
  /// ```
  public func request(_ change: @escaping @Sendable (BGTaskRequest) -> Void) -> Self {
    Self(declaration: declaration.changing(change))
  }
}

extension Duration {
  /// Returns a length in minutes, for declarations: `every: .minutes(15)`.
  /// - Parameter count: The number of minutes, of 60 seconds each.
  public static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(count) * 60 }

  /// Returns a length in hours.
  /// - Parameter count: The number of hours, of 3,600 seconds each.
  public static func hours(_ count: some BinaryInteger) -> Duration { .seconds(count) * 3600 }
}
