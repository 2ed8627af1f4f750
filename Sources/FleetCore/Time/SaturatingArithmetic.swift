extension Int64 {
  // Lengths from the database are within bounds, but those of a damaged file need not be. Sums end at the
  // bounds of the type instead of trapping.

  func saturatingPlus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  func saturatingMinus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other < 0 ? .max : .min
  }
}
