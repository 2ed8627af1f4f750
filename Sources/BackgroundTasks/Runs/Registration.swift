/// A handler, and on whose behalf it is registered.
struct Registration: Sendable {
  enum Owner: Sendable {
    case application
    /// An ``NSBackgroundActivityScheduler``.
    case activity
  }

  let handler: LaunchHandler
  let owner: Owner
}
