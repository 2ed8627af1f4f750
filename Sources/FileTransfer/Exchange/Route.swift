import CCurl
import SchedulerAPI

/// The way of a request through redirects. They are followed here and not by libcurl, which would send all
/// but two of the request's own fields to other hosts.
struct Route {
  /// The most redirects that are followed.
  private static let maximumRedirects = 10

  /// The address that the request goes to now.
  private(set) var url: String
  /// The method, which becomes GET behind a 303.
  private(set) var method: String
  private let origin: Origin
  private var current: Origin
  private var count = 0

  /// The host that a request speaks to, and whether it does so by TLS.
  private struct Origin: Hashable {
    var isSecure: Bool
    var host: String

    init(_ url: String) throws(TransferAddress.Mistake) {
      host = try TransferAddress(url).host
      isSecure = url.prefix { $0 != ":" }.lowercased() == "https"
    }
  }

  /// Begins at the request's own address.
  init(_ order: TransferOrder) throws(TransferReport.Problem) {
    (url, method) = (order.transfer.url, order.method)
    do throws(TransferAddress.Mistake) {
      origin = try Origin(url)
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: transfer.url: \(error.words)")
    }
    current = origin
  }

  /// Whether the request still goes to its own host in the same way: only there its own fields are sent.
  var isAtOrigin: Bool { current == origin }

  /// The name of the host for people, without the usual port.
  var host: String {
    let port = current.isSecure ? ":443" : ":80"
    return current.host.hasSuffix(port) ? String(current.host.dropLast(port.count)) : current.host
  }

  /// Follows a redirect. A 303 leads to a resource that is fetched; the others ask for the same once more
  /// elsewhere (RFC 9110, 15.4), which 301 and 302 allow and which makes no difference for GET.
  /// - Throws: A problem when the target may not be followed.
  mutating func follow(_ reference: String, status: Int) throws(TransferReport.Problem) {
    count += 1
    guard count <= Self.maximumRedirects else {
      throw problem("more than \(Self.maximumRedirects) times, which is the most that is followed")
    }
    guard let target = Self.address(reference, from: url) else {
      throw problem("to text that is not an address: \(Self.beginning(of: reference))")
    }
    let longest = Wire.Transfer.Bounds.url.upperBound
    guard target.utf8.count <= longest else {
      throw problem("to an address of \(target.utf8.count) bytes, allowed are \(longest)")
    }
    let next: Origin
    do throws(TransferAddress.Mistake) {
      next = try Origin(target)
    } catch {
      throw problem("to \(Self.beginning(of: target)), which is not followed: \(error.words)")
    }
    guard next.isSecure || !current.isSecure else {
      throw problem("from https to http, which is not followed: \(Self.beginning(of: target))")
    }
    (url, current) = (target, next)
    if status == 303 { method = "GET" }
  }

  private func problem(_ words: String) -> TransferReport.Problem {
    .init(.redirect, "\(host) redirects \(words)")
  }

  /// Returns the address that a reference in a response from `base` means (RFC 3986, 5), or `nil`.
  private static func address(_ reference: String, from base: String) -> String? {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    let flags = CUnsignedInt(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_set(parts, CURLUPART_URL, base, 0) == CURLUE_OK,
      curl_url_set(parts, CURLUPART_URL, reference, flags) == CURLUE_OK,
      curl_url_get(parts, CURLUPART_URL, &text, 0) == CURLUE_OK, let text
    else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  /// Returns the beginning of an address for people, who find it in lists and in the journal.
  private static func beginning(of target: String) -> String {
    let shown = TransferAddress.shown(target)
    return shown.utf8.count <= 100 ? shown : String(decoding: shown.utf8.prefix(100), as: UTF8.self) + "…"
  }
}
