/// What an executor needs to know to start an application's program, besides its manifest.
public struct ApplicationStart: Hashable, Sendable {
  /// The process's name for the executor, unlike that of any run.
  public var process: RunID
  /// The manifest's name.
  public var application: String
  /// As which user it runs.
  public var uid: UInt32

  /// A start.
  public init(process: RunID, application: String, uid: UInt32) {
    self.process = process
    self.application = application
    self.uid = uid
  }
}
