import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("A disk that reports errors")
struct DiskErrorTests {
  @Test(
    "Batches fail while files cannot grow, nothing of them is there, and later ones work on the same store")
  func fileSizeLimit() async throws {
    let scratch = try TemporaryFolder()
    // The limit is the whole process's, so it is another process.
    await #expect(processExitsWith: .success) { [path = scratch.path as String] in
      // Without a handler the limit would end the process; ignored, write(2) fails with EFBIG.
      signal(SIGXFSZ, SIG_IGN)
      let store = try TaskStore(directory: path, history: .unlimited)
      try await store.write([.putTask(Samples.task(1), payload: [1])])
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var small = limit
      small.rlim_cur = 20_000
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &small)
      let batch = (2...40).map { StoreChange.putTask(Samples.task($0), payload: Samples.payload($0)) }
      var codes: [StoreErrorCode] = []
      // More than one in a row makes the store open its file again, under the limit and after it.
      for _ in 0..<5 {
        do {
          try await store.write(batch)
        } catch let error as StoreError {
          codes.append(error.code)
        }
      }
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(codes == Array(repeating: .ioError, count: 5))
      #expect(try store.load().tasks == [Samples.task(1, payloadBytes: 1)])
      try await store.write(batch)
      #expect(try store.load().tasks == (1...40).map { Samples.task($0, payloadBytes: $0 == 1 ? 1 : 300) })
    }
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try again.load().tasks == (1...40).map { Samples.task($0, payloadBytes: $0 == 1 ? 1 : 300) })
    again.close()
  }
}
