/// A run of a short, frequent update (R30).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
