/// The facts that an executor needs to start an application's program, besides its manifest.
package struct ApplicationStart: Hashable, Sendable {
  /// The process's name for the executor, unlike that of any run.
  package var process: RunID
  /// The manifest's name.
  package var application: String
  /// The user as whom it runs.
  package var uid: UInt32

  package init(process: RunID, application: String, uid: UInt32) {
    self.process = process
    self.application = application
    self.uid = uid
  }
}
