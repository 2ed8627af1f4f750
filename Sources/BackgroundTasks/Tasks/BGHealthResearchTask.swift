/// A run for a health study.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
