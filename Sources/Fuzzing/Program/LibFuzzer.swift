import Glibc

/// LLVM's fuzzer, which is there in builds of `make fuzz` only: so it is asked for by name.
enum LibFuzzer {
  private typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Target) -> CInt

  /// A function for C, which can hold on to nothing: what it calls is set once, before it is called.
  nonisolated(unsafe) private static var target: (any FuzzTarget.Type)?

  /// Runs the target until libFuzzer has enough; comes back when it is not there.
  static func run(_ target: any FuzzTarget.Type) {
    guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else { return }
    self.target = target
    // Without the target's name, which is not libFuzzer's.
    var arguments = CommandLine.unsafeArgv.advanced(by: 1)
    var count = CommandLine.argc - 1
    let driver = unsafeBitCast(symbol, to: Driver.self)
    exit(
      driver(&count, &arguments) { start, count in
        LibFuzzer.target?.run(UnsafeRawBufferPointer(start: start, count: count))
        return 0
      })
  }
}
