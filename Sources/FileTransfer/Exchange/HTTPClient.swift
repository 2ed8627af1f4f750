import CCurl
import Glibc
import LinuxSystem
import SchedulerAPI

/// Makes exchanges by libcurl, one after the other, over connections that it keeps. Between what comes it
/// waits for signals as well, and tells the daemon how far it is.
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
  /// - Returns: How it went for libcurl.
  /// - Throws: That a signal has come, or too little else.
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

  /// Waits until something comes, a time of libcurl's own or of the exchange's is over, or there is something
  /// to tell.
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

  /// - Throws: That a signal has come.
  func checkSignals() throws(TransferReport.Problem) {
    guard let number = stop?.caught().first else { return }
    throw TransferReport.Problem(.stopped, "it was told to stop (\(SignalName.of(number)))")
  }

  /// What libcurl says of its own use.
  private func check(_ code: CURLMcode) {
    precondition(code == CURLM_OK, String(cString: curl_multi_strerror(code)))
  }
}
