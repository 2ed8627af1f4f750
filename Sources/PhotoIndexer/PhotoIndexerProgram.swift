import BackgroundTasks

/// The program that finds what photos there are.
public enum PhotoIndexerProgram {
  /// Handles what is due for as long as the process lives.
  public static func main() -> Never { dispatchMain() }
}
