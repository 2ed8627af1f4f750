import SchedulerAPI
import SystemdSyntax

/// A page that is one file: it loads nothing and runs nothing.
enum HTMLPage {
  /// Returns the whole page.
  /// - Parameters:
  ///   - title: The title as text.
  ///   - style: The style sheet.
  ///   - body: The markup of the page's main part, in which texts are escaped already.
  static func text(title: String, style: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(MarkupText.escaped(title))</title>
    <style>
    \(style)</style>
    </head>
    <body>
    <main>
    \(body)</main>
    </body>
    </html>

    """
  }

  /// Returns the end of a page's main part.
  /// - Parameter sentences: The markup after the page's date and origin.
  static func footer(untilUSec: Int64, _ sentences: String, for invocation: Invocation) -> String {
    let until = TimestampSyntax.format(untilUSec, zone: invocation.context.zone)
    return "<footer>Until \(until), by bgtaskctl \(MarkupText.escaped(ProductVersion.number)). \(sentences)"
      + "</footer>\n"
  }

  /// The style that all pages share: colors for light and dark, text, and kinds of results.
  static let style = """
    :root {
      color-scheme: light dark;
      --paper: #fcfcfb; --ink: #1c2126; --faint: #5d6873; --line: #dfe3e7; --raised: #f1f3f5;
      --failed: #cf2f3a; --running: #1b6fd0; --stopped: #7257b5; --succeeded: #2f8f5b; --waiting: #946c00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171a; --ink: #e7eaed; --faint: #9aa5b0; --line: #2d333a; --raised: #1f2429;
        --failed: #ff6b72; --running: #5aacff; --stopped: #b49af0; --succeeded: #4bbf83; --waiting: #e8b923;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
    }
    main { max-width: 100rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 2.5rem; }
    h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; }
    p { margin: .35rem 0 1.1rem; color: var(--faint); }
    footer { margin-top: 1.25rem; color: var(--faint); font-size: .85rem; }
    .failed { --kind: var(--failed); } .running { --kind: var(--running); }
    .stopped { --kind: var(--stopped); } .succeeded { --kind: var(--succeeded); }
    .waiting { --kind: var(--waiting); }

    """

  /// The style of all pages on paper, for the end of a style sheet.
  static let paper = """
    @media print {
      :root {
        --paper: #fff; --ink: #000; --faint: #444; --line: #ccc; --raised: #fff;
        --failed: #cf2f3a; --running: #1b6fd0; --stopped: #7257b5; --succeeded: #2f8f5b; --waiting: #946c00;
      }
      body { font-size: 9pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      main { padding: 0; max-width: none; }
      tr { break-inside: avoid; }
    }

    """
}
