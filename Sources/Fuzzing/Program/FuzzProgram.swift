import Glibc
import LinuxSystem

/// The program `bgtaskfuzz TARGET …`. With libFuzzer built in, it hands the target over to libFuzzer with
/// the rest of the arguments; otherwise, or with `--replay DIRECTORY` first among them, it feeds the files of
/// a corpus to the target, and then what a seeded mutator makes of them.
package enum FuzzProgram {
  private static let usage = """
    usage: bgtaskfuzz --list
           bgtaskfuzz TARGET --replay DIRECTORY [INPUTS [SEED [CURRENT]]]
           bgtaskfuzz TARGET [options of libFuzzer] [DIRECTORY…]     where libFuzzer is built in (make fuzz)
    CURRENT is a file that has the input which is being tried, for whoever finds the process dead.
    """

  /// Does what the command line asks for, and never returns.
  package static func main() -> Never {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for target in FuzzTargets.all { print(target.name) }
      exit(0)
    }
    guard let target = FuzzTargets.all.first(where: { $0.name == arguments.first }) else { fail(usage) }
    let rest = Array(arguments.dropFirst())
    if rest.first == "--replay", rest.count >= 2, rest.count <= 5 {
      replay(target, rest)
    } else {
      LibFuzzer.run(target)
      fail("libFuzzer is not built in.\n\(usage)")
    }
  }

  private static func replay(_ target: any FuzzTarget.Type, _ arguments: [String]) -> Never {
    guard let inputs = Int(arguments.count > 2 ? arguments[2] : "0"),
      let seed = UInt64(arguments.count > 3 ? arguments[3] : "1")
    else { fail(usage) }
    let corpus = Corpus.inputs(in: arguments[1])
    guard !corpus.isEmpty else { fail("\(arguments[1]) has no inputs") }
    let replay = Replay(target: target, current: arguments.count > 4 ? arguments[4] : nil)
    for input in corpus { replay.run(input) }
    var mutator = Mutator(corpus: corpus, seed: seed)
    for _ in 0..<inputs { replay.run(mutator.next()) }
    print("\(target.name): \(corpus.count) inputs of the corpus and \(inputs) made of them")
    exit(0)
  }

  private static func fail(_ text: String) -> Never {
    let line = Array("bgtaskfuzz: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(64)
  }
}

/// The inputs in the directory of a target.
enum Corpus {
  /// The most bytes of a seed; larger files are left out.
  private static let maximumBytes = 1 << 20

  /// Returns the inputs, in the order of their names.
  static func inputs(in directory: String) -> [[UInt8]] {
    DirectoryReader.names(in: directory).sorted().compactMap {
      try? SmallFile.read("\(directory)/\($0)", atMost: maximumBytes)
    }
  }
}
