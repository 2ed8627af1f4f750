@_exported public import Dispatch
@_exported public import Foundation

/// Code written for Apple's module names queues so.
public typealias dispatch_queue_t = DispatchQueue
