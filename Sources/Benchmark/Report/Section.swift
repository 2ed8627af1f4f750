/// Figures that are read together.
struct Section {
  let title: String
  let figures: [Figure]
}
