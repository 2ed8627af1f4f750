public import Foundation
import Synchronization

/// Only on Linux: the receiver of a session's transfer events, in the shape of `URLSessionDelegate` and its
/// like. Functions are called one after the other, on no thread in particular.
public protocol BackgroundTransferDelegate: AnyObject, Sendable {
  /// Takes a downloaded file, which is at this place until this returns: move it away to keep it.
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didFinishDownloadingTo location: URL)

  /// Takes the end of a transfer, which has completed when the error is nil.
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer,
    didCompleteWithError error: BackgroundTransferError?)

  /// Takes the bytes that were transferred so far, and those of the whole file (nil when not known).
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didTransfer bytes: Int64,
    of total: Int64?)

  /// Hears that all ends until now were told.
  func sessionDidFinishEvents(_ session: BackgroundTransferSession)
}

extension BackgroundTransferDelegate {
  /// Does nothing by default.
  public func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didTransfer bytes: Int64,
    of total: Int64?
  ) {}

  /// Does nothing by default.
  public func sessionDidFinishEvents(_ session: BackgroundTransferSession) {}
}

/// A forwarder of events to a delegate that it does not own.
final class TransferDelegateForwarder: Sendable {
  let session = Mutex(Weak<BackgroundTransferSession>(nil))
  private let delegate: Mutex<WeakDelegate>

  private struct WeakDelegate: Sendable {
    weak var delegate: (any BackgroundTransferDelegate)?
  }

  init(_ delegate: any BackgroundTransferDelegate) {
    self.delegate = Mutex(WeakDelegate(delegate: delegate))
  }

  func handle(_ event: BackgroundTransferEvent) async {
    guard let session = session.withLock({ $0.object }), let delegate = delegate.withLock({ $0.delegate })
    else { return }
    switch event {
    case .progressed(let transfer, let bytes, let total):
      delegate.session(session, transfer: transfer, didTransfer: bytes, of: total)
    case .finished(let transfer, let file):
      if transfer.direction == .download {
        delegate.session(session, transfer: transfer, didFinishDownloadingTo: file)
      }
      delegate.session(session, transfer: transfer, didCompleteWithError: nil)
    case .failed(let transfer, let error):
      delegate.session(session, transfer: transfer, didCompleteWithError: error)
    case .finishedEvents: delegate.sessionDidFinishEvents(session)
    }
  }
}
