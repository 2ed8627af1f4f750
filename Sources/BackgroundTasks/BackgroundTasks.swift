@_exported public import Dispatch
@_exported public import Foundation

/// The name that code written for Apple's module has for queues.
public typealias dispatch_queue_t = DispatchQueue
