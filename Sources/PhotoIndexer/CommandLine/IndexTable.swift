/// The index for people.
enum IndexTable {
  private static let headings = ["PHOTO", "FORMAT", "SIZE", "TAKEN", "CAMERA", "NOTE"]

  /// The lines of the table, and one that sums it up.
  static func lines(_ index: PhotoIndex) -> [String] {
    let photos = index.sorted
    let rows = photos.isEmpty ? [] : [headings] + photos.map(cells)
    let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    let duplicates = photos.count { $0.duplicateOf != nil }
    let problems = photos.count { $0.problem != nil }
    return lines + ["\(photos.count) files, \(duplicates) duplicates, \(problems) with problems."]
  }

  private static func cells(_ photo: IndexedPhoto) -> [String] {
    let facts = photo.facts
    let size = facts.flatMap { facts in facts.width.flatMap { width in facts.height.map { "\(width)x\($0)" } }
    }
    let notes = [
      photo.duplicateOf.map { "duplicate of \($0)" },
      photo.problem.map { "\($0.code.rawValue): \($0.message)" },
    ].compactMap(\.self)
    return [
      photo.path, facts?.format.rawValue ?? "", size ?? "", facts?.taken ?? "", facts?.camera ?? "",
      notes.joined(separator: "; "),
    ].map(SafeLine.text)
  }
}
