public import BackgroundTasks

/// A task of an application: which, when, and what it does.
public struct BackgroundTaskDeclaration: BackgroundTaskSet {
  /// What kind of work it is, by the name that manifests have for it (`Kinds=`).
  enum Kind: String, CaseIterable {
    case refresh, processing, continued
  }

  /// The task's identifier, or a pattern of such that ends in `.*`.
  public let identifier: String
  /// So often it begins again; nil is when somebody submits it. At least a second.
  public let every: Duration?
  let kind: Kind
  /// It begins when somebody submits it, and never where nobody does.
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

  /// Itself.
  public var declarations: [BackgroundTaskDeclaration] { [self] }

  /// The same task, whose requests say more.
  func changing(_ change: @escaping @Sendable (BGTaskRequest) -> Void) -> BackgroundTaskDeclaration {
    BackgroundTaskDeclaration(
      identifier, kind, every: every, awaitsSubmission: awaitsSubmission,
      request: { identifier in
        let request = make(identifier)
        change(request)
        return request
      }, handler: handler)
  }

  /// The request for it.
  func request(identifier: String) -> BGTaskRequest {
    let request = make(identifier)
    request.repeatInterval = every.map { $0 / .seconds(1) }
    return request
  }

  /// Whether it is this task, or one that the pattern covers (R5).
  func covers(_ identifier: String) -> Bool {
    guard self.identifier.hasSuffix(".*") else { return identifier == self.identifier }
    return identifier.hasPrefix(self.identifier.dropLast())
      && identifier.utf8.count >= self.identifier.utf8.count
  }
}

/// What makes one task.
public protocol BackgroundTaskDeclaring: BackgroundTaskSet {
  /// The task.
  var declaration: BackgroundTaskDeclaration { get }

  /// The same with another task.
  init(declaration: BackgroundTaskDeclaration)
}

extension BackgroundTaskDeclaring {
  /// The one.
  public var declarations: [BackgroundTaskDeclaration] { [declaration] }

  /// Says more in the task's requests, such as `retry`, `tolerance` or `relaxations`:
  ///
  /// ```swift
  /// AppRefresh("org.example.feeds.refresh", every: .seconds(900)) { try await store.refresh() }
  ///   .request { $0.retry = .init(maximumAttempts: 3) }
  /// ```
  public func request(_ change: @escaping @Sendable (BGTaskRequest) -> Void) -> Self {
    Self(declaration: declaration.changing(change))
  }
}
