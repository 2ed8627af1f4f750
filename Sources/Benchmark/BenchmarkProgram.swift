/// `bgtaskbench`, from its command line to its exit status.
public enum BenchmarkProgram {
  /// Runs the measurement and never returns.
  public static func main() -> Never { fatalError("no benchmark yet") }
}
