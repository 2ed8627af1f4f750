package import Foundation

/// A browser without a window, for pages that this project writes.
package struct Chromium {
  private static let program: URL? = ["chromium", "chromium-browser", "google-chrome"]
    .map { URL(filePath: "/usr/bin/\($0)") }.first { FileManager.default.isExecutableFile(atPath: $0.path()) }

  /// The reason why there is no browser here, or `nil`.
  package static let obstacle: String? =
    program == nil ? "the package chromium is not installed (`make test` installs it)" : nil

  /// The definition of a function of scripts, `contrast(selector)`: the least contrast between the text of
  /// some elements and the page (Web Content Accessibility Guidelines 2.1, 1.4.3). `frame` and `window` are
  /// the page's.
  package static let contrast = """
    const light = color => color.match(/[0-9.]+/g).slice(0, 3).map(value => value / 255)
      .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const paper = light(window.getComputedStyle(frame.body).backgroundColor);
    const contrast = selector => Math.min(...[...frame.querySelectorAll(selector)].map(one => {
      const ink = light(window.getComputedStyle(one).color);
      return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    }));
    """

  private let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  /// Returns the path of a file that the browser writes.
  package func path(_ name: String) -> String { folder.path(name) }

  /// Loads a page and returns the result of a script, as JSON.
  /// - Parameters:
  ///   - width: The width of the page, in CSS pixels. Chromium's own window is not narrower than 500, so the
  ///     page is in a frame, whose width its style sheet sees.
  ///   - isDark: Whether the reader prefers dark colors.
  ///   - script: The body of a function that runs beside the page, which is in `frame`.
  package func evaluate(_ script: String, in page: String, width: Int, isDark: Bool) throws -> String {
    let wrapper = """
      <!DOCTYPE html><html><head><meta charset="utf-8"><style>:root { color-scheme: light dark; }
      body { margin: 0; } iframe { border: 0; width: \(width)px; height: 900px; }</style></head><body>
      <iframe srcdoc="\(Self.attribute(page))"></iframe><pre id="answer"></pre><script>
      addEventListener("load", () => {
        const frame = document.querySelector("iframe").contentDocument;
        document.getElementById("answer").textContent = "<<" + JSON.stringify((() => { \(script) })()) + ">>";
      });
      </script></body></html>
      """
    let file = try folder.write("wrapper.html", wrapper)
    let output = try run(["--dump-dom"], file, width: max(width, 500), isDark: isDark).output
    let answer = output.ranges(of: "&lt;&lt;").first.flatMap { begin in
      output.ranges(of: "&gt;&gt;").last.map { String(output[begin.upperBound..<$0.lowerBound]) }
    }
    guard let answer else { throw ChromiumFailure(text: "no answer in \(output.suffix(2000))") }
    return answer.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// Makes a picture of the page as PNG.
  package func screenshot(of page: String, width: Int, isDark: Bool) throws -> URL {
    let file = try folder.write("page.html", page)
    let picture = folder.url.appending(path: "\(width)-\(isDark ? "dark" : "light").png")
    _ = try run(
      ["--screenshot=\(picture.path())", "--hide-scrollbars"], file, width: width, isDark: isDark)
    return picture
  }

  /// Prints the page to PDF.
  package func print(_ page: String) throws -> Data {
    let file = try folder.write("page.html", page)
    let paper = folder.url.appending(path: "page.pdf")
    _ = try run(["--print-to-pdf=\(paper.path())"], file, width: 800, isDark: true)
    return try Data(contentsOf: paper)
  }

  private func run(_ options: [String], _ file: String, width: Int, isDark: Bool) throws -> FinishedProgram {
    guard let program = Self.program else { throw ChromiumFailure(text: Self.obstacle ?? "") }
    let finished = try FinishedProgram.run(
      URL(filePath: "/usr/bin/timeout"),
      [
        "60", program.path(),
        // As root Chromium only runs without its sandbox; these tests write the pages that it reads.
        "--headless", "--disable-gpu", "--no-sandbox", "--no-first-run", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path("profile"))", "--window-size=\(width),900",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
      ] + options + [URL(filePath: file).absoluteString],
      environment: ["HOME": folder.path])
    guard finished.status == 0 else { throw ChromiumFailure(text: finished.errors) }
    return finished
  }

  private static func attribute(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
  }
}

/// The error that Chromium did not do what it was told.
package struct ChromiumFailure: Error, CustomStringConvertible {
  package let text: String
  package var description: String { "chromium: \(text)" }
}
