/// The daemon's life, from its command line to its exit status.
public enum BackgroundTaskDaemon {
  /// Runs the daemon and never returns.
  public static func main() -> Never { fatalError("no daemon yet") }
}
