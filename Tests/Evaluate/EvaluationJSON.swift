/// The whole table for programs.
enum EvaluationJSON {
  static func text(of evaluations: [(name: String, cells: [EvaluatedCell])]) -> String {
    let rows = evaluations.flatMap { evaluation in evaluation.cells.map { (evaluation.name, $0) } }
      .flatMap { recordings, cell in
        cell.rows.map { row in
          let (work, figures) = (cell.work, row.whole.figures)
          let halves = row.halves.map { "{\(ratios($0))}" }.joined(separator: ",")
          return """
            {"recordings":"\(recordings)","minutes":\(work.minutes),"perDay":\(work.perDay),\
            "midnight":\(work.isAtMidnight),\
            "resume":\(work.resumes),"policy":"\(row.policy.name)",\
            "successPerStart":\(figures.successPerStart.text(6)),\
            "wastedMinutesPerFinish":\(figures.wastePerFinish.text(6)),\
            "medianSec":\(figures.median.text(3)),"finishedPart":\(figures.finishedPart.text(6)),\
            "toEager":{\(ratios(row.whole))},"halves":[\(halves)]}
            """
        }
      }
    return "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }

  private static func ratios(_ scores: ComparedScores) -> String {
    let named = [
      ("success", scores.success), ("waste", scores.waste), ("median", scores.median),
      ("points", scores.points),
    ]
    return named.map { name, estimate in
      "\"\(name)\":[\(estimate.value.text(4)),\(estimate.low.text(4)),\(estimate.high.text(4))]"
    }.joined(separator: ",")
  }
}
