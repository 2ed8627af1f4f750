import SchedulerCore

/// The figures of many devices together, each of which counts so many times.
struct Figures {
  let successPerStart: Double
  /// The minutes of lost work for each task that was done.
  let wastePerFinish: Double
  /// The part of the tasks that were done.
  let finishedPart: Double
  /// The median of the seconds from submission to the end.
  let median: Double

  /// - Parameters:
  ///   - weights: The number of times that each device counts.
  ///   - completions: The seconds of all finished tasks with their devices, the shortest first.
  init(_ scores: [DeviceScore], weights: [Int], completions: [(seconds: Double, device: Int)]) {
    var (tasks, finished, starts, wasted) = (0, 0, 0, 0.0)
    for (score, weight) in zip(scores, weights) where weight > 0 {
      tasks += score.tasks * weight
      finished += score.finished * weight
      starts += score.starts * weight
      wasted += score.wasted * Double(weight)
    }
    successPerStart = Double(finished) / Double(max(starts, 1))
    wastePerFinish = wasted / Double(max(finished, 1))
    finishedPart = Double(finished) / Double(max(tasks, 1))
    var (passed, middle) = (0, 0.0)
    for completion in completions {
      passed += weights[completion.device]
      middle = completion.seconds
      if 2 * passed >= finished { break }
    }
    median = middle
  }
}

/// A policy's figures beside those of eager tasks, as ratios; of finishes, the difference in points.
struct Comparison {
  private(set) var success, waste, median, points: Double

  init(_ figures: Figures, to eager: Figures) {
    success = figures.successPerStart / eager.successPerStart
    waste = eager.wastePerFinish > 0 ? figures.wastePerFinish / eager.wastePerFinish : 0
    median = figures.median / max(eager.median, 1)
    points = 100 * (figures.finishedPart - eager.finishedPart)
  }
}

/// A number with the interval in which nine of ten resamples of the devices have it.
struct Estimate {
  let value, low, high: Double

  init(_ value: Double, resampled: [Double]) {
    let sorted = resampled.sorted()
    self.value = value
    low = sorted[sorted.count / 20]
    high = sorted[sorted.count - 1 - sorted.count / 20]
  }
}

/// A policy's scores on some devices, beside those of eager tasks on the same devices.
struct ComparedScores {
  let figures: Figures
  let success, waste, median, points: Estimate

  /// The number of times that the devices are drawn.
  private static let resamples = 1000

  /// - Parameter reference: The scores of eager tasks; of work that is saved, without that.
  init(_ scores: [DeviceScore], reference: [DeviceScore]) {
    func completions(_ scores: [DeviceScore]) -> [(seconds: Double, device: Int)] {
      scores.enumerated().flatMap { device, score in score.completions.map { ($0, device) } }
        .sorted { $0.seconds < $1.seconds }
    }
    let (own, others) = (completions(scores), completions(reference))
    func figures(_ weights: [Int]) -> (Figures, Comparison) {
      let figures = Figures(scores, weights: weights, completions: own)
      return (figures, Comparison(figures, to: Figures(reference, weights: weights, completions: others)))
    }
    let (whole, comparison) = figures(scores.map { _ in 1 })
    var random = SeededGenerator(seed: 34)
    let resampled = (0..<Self.resamples).map { _ in
      var weights = scores.map { _ in 0 }
      for _ in scores { weights[Int.random(in: 0..<scores.count, using: &random)] += 1 }
      return figures(weights).1
    }
    self.figures = whole
    success = Estimate(comparison.success, resampled: resampled.map(\.success))
    waste = Estimate(comparison.waste, resampled: resampled.map(\.waste))
    median = Estimate(comparison.median, resampled: resampled.map(\.median))
    points = Estimate(comparison.points, resampled: resampled.map(\.points))
  }
}
