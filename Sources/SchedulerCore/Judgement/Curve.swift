/// Exponential functions that give the same bits on every machine. The C library's differ from version to
/// version, and a recorded day would be replayed otherwise.
enum Curve {
  private static let ln2 = 0.693_147_180_559_945_3

  /// Returns e to the power of x, with a relative error below 1e-13; 0 or a huge number beyond ±700.
  static func exponential(_ x: Double) -> Double {
    let x = min(max(x, -700), 700)
    let power = (x / ln2).rounded()
    let rest = x - power * ln2
    var (sum, term) = (1.0, 1.0)
    for number in 1...14 {
      term *= rest / Double(number)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// Returns the natural logarithm of a positive normal number, with an error below 1e-13.
  static func logarithm(_ x: Double) -> Double {
    var (power, part) = (Double(x.exponent), x.significand)
    if part > 1.5 { (power, part) = (power + 1, part / 2) }
    let ratio = (part - 1) / (part + 1)
    var (sum, term) = (0.0, ratio)
    for number in stride(from: 1.0, through: 23, by: 2) {
      sum += term / number
      term *= ratio * ratio
    }
    return power * ln2 + 2 * sum
  }

  /// Returns x to the power of the exponent; 0 for an x that is not positive.
  static func power(_ x: Double, _ exponent: Double) -> Double {
    x > 0 ? exponential(exponent * logarithm(x)) : 0
  }
}
