import CCurl
import LinuxSystem
import SchedulerAPI

/// Makes exchanges by libcurl, one after the other, over connections that it keeps. While it waits for bytes
/// it also takes signals and reports progress to the daemon.
final class HTTPClient {
  private let multi: UnsafeMutableRawPointer
  private let stop: SignalSource?
  private let progress: ProgressReporter

  init(stop: SignalSource?, progress: ProgressReporter) {
    precondition(curl_global_init(Int(CURL_GLOBAL_SSL)) == CURLE_OK, "curl_global_init")
    guard let multi = curl_multi_init() else { fatalError("curl_multi_init") }
    (self.multi, self.stop, self.progress) = (multi, stop, progress)
  }

  deinit {
    curl_multi_cleanup(multi)
    curl_global_cleanup()
  }

  /// Makes an exchange.
  /// - Returns: The result of libcurl.
  /// - Throws: A problem when a signal has come, or when the exchange is too slow.
  func drive(_ exchange: Exchange) throws(TransferReport.Problem) -> CURLcode {
    check(curl_multi_add_handle(multi, exchange.handle))
    defer { check(curl_multi_remove_handle(multi, exchange.handle)) }
    while true {
      var running: CInt = 0
      check(curl_multi_perform(multi, &running))
      guard running > 0 else { break }
      try exchange.turn()
      try wait(atMost: exchange.pauseMilliseconds)
      progress.turn()
    }
    var left: CInt = 0
    guard let message = curl_multi_info_read(multi, &left) else { fatalError("curl_multi_info_read") }
    return message.pointee.data.result
  }

  /// Waits until bytes or a signal come, a time of libcurl's or of the exchange's is over, or progress is to
  /// be reported.
  private func wait(atMost longest: CInt) throws(TransferReport.Problem) {
    let pause = min(progress.pauseMilliseconds ?? CInt.max, longest)
    guard let stop else {
      check(curl_multi_poll(multi, nil, 0, pause, nil))
      return
    }
    var signals = curl_waitfd(fd: stop.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    check(curl_multi_poll(multi, &signals, 1, pause, nil))
    if signals.revents != 0 { try checkSignals() }
  }

  /// - Throws: A problem when a signal has come.
  func checkSignals() throws(TransferReport.Problem) {
    guard let number = stop?.caught().first else { return }
    throw TransferReport.Problem(.stopped, "it was told to stop (\(SignalName.of(number)))")
  }

  /// Traps on an error, which would be a wrong use of libcurl.
  private func check(_ code: CURLMcode) {
    precondition(code == CURLM_OK, String(cString: curl_multi_strerror(code)))
  }
}
