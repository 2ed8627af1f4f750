public import Foundation

/// On Linux the compiler casts a Swift error to `NSError`, and back, only where its type says how. Without
/// this `catch let error as NSError` does not match, and `error as? NSError` is nil, although the compiler
/// takes that cast for one that cannot fail. The requirements are those of the standard library's bridge to
/// Objective-C, which is there, and used by casts, without Objective-C as well.
extension BGTaskScheduler.Error: _ObjectiveCBridgeable {
  /// The error as Foundation has it: the domain, Apple's number, and the text as `NSLocalizedDescriptionKey`.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Converts an error in a cast that must not fail.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
    precondition(_conditionallyBridgeFromObjectiveC(source, result: &result), "\(source) is no \(Self.self)")
  }

  /// Converts an error in a cast that may fail, as it does for another domain or an unknown code.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
    guard source.domain == BGTaskScheduler.errorDomain, Code(rawValue: source.code) != nil else {
      return false
    }
    result = Self(_nsError: source)
    return true
  }

  /// Converts an error in a cast that is known to succeed.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
    var result: Self?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    guard let result else { preconditionFailure("nothing was cast to \(Self.self)") }
    return result
  }
}

/// An error with a hash: Foundation's own `NSError` on Linux traps when it is asked for its hash, so in every
/// set and as every key. Equal errors have the same domain and code, whatever else they say.
final class HashableNSError: NSError, @unchecked Sendable {
  init(_ error: NSError) { super.init(domain: error.domain, code: error.code, userInfo: error.userInfo) }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(domain)
    hasher.combine(code)
    return hasher.finalize()
  }
}
