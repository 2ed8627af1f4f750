import Glibc

/// LLVM's fuzzer, which is only there in builds of `make fuzz`, and so is looked up by name.
enum LibFuzzer {
  private typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Target) -> CInt

  /// The target that libFuzzer's callback runs. A C function captures nothing, so it is set before the call.
  nonisolated(unsafe) private static var target: (any FuzzTarget.Type)?

  /// Runs the target until libFuzzer ends the process; returns when libFuzzer is not built in.
  static func run(_ target: any FuzzTarget.Type) {
    guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else { return }
    self.target = target
    // The name of the target is not for libFuzzer.
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
