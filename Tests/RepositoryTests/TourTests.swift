import Foundation
import TestSupport
import Testing

/// The tours print each command before they run it.
struct TourTests {
  @Test("A command that a tour prints can be typed as it stands there")
  func typed() throws {
    let script = """
      . '\(Repository.path("Tests/Tour/stage.sh"))'
      run printf '%s|' --at=1 'two words' "it's" '' '$HOME' 'a;b' '*' '~' $'two\\nlines'
      """
    let shown = try Self.bash(script)
    #expect(shown.hasPrefix("$ printf '%s|' --at=1 'two words' 'it'\\''s' '' '$HOME'"), "\(shown)")
    let result = "--at=1|two words|it's||$HOME|a;b|*|~|two\nlines|"
    #expect(shown.hasSuffix("\n\(result)"), "\(shown)")
    #expect(try Self.bash(String(shown.dropFirst(2).dropLast(result.count))) == result)
  }

  private static func bash(_ script: String) throws -> String {
    let run = try FinishedProgram.run(URL(filePath: "/bin/bash"), ["-c", script])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    return run.output
  }
}
