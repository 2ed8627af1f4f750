/// A run of minutes, at a quiet time (R31).
open class BGProcessingTask: BGTask, @unchecked Sendable {}
