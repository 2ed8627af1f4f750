/// `bgtaskctl`, from its command line to its exit status.
public enum ControlProgram {
  /// Runs the command and never returns.
  public static func main() -> Never { fatalError("no control program yet") }
}
