public import Foundation
import Synchronization

/// Only on Linux: hears what becomes of a session's transfers, in the shape of `URLSessionDelegate` and its
/// like. Called one after the other, on no thread in particular.
public protocol BackgroundTransferDelegate: AnyObject, Sendable {
  /// What was fetched is at this place until this returns: what is to stay has to be moved away.
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didFinishDownloadingTo location: URL)

  /// It has ended; with nil it has come or gone, whole.
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer,
    didCompleteWithError error: BackgroundTransferError?)

  /// So many bytes of so many (nil where nobody knows) have come or gone.
  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didTransfer bytes: Int64,
    of total: Int64?)

  /// All that has ended until now was said.
  func sessionDidFinishEvents(_ session: BackgroundTransferSession)
}

extension BackgroundTransferDelegate {
  /// Nothing.
  public func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didTransfer bytes: Int64,
    of total: Int64?
  ) {}

  /// Nothing.
  public func sessionDidFinishEvents(_ session: BackgroundTransferSession) {}
}

/// Hands events to a delegate that somebody else owns.
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

/// What somebody else owns.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak var object: Object?

  init(_ object: Object?) { self.object = object }
}
