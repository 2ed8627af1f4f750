import Testing

@testable import SchedulerCore

@Suite("Who may have credentials, and which")
struct CredentialTests {
  private static func core(_ kept: CredentialUse) -> CoreHarness {
    CoreHarness(configuration: .plain.with { $0.keptCredentials = kept })
  }

  private static func submission(_ use: CredentialUse, isPrivileged: Bool) -> Event {
    .call(
      .submit(Submission(request: .command("a"), payload: [1], credentials: use)),
      caller: Caller(uid: 1000, isPrivileged: isPrivileged), token: ReplyToken(1))
  }

  @Test("What cannot be kept is refused at submission, by its field")
  func kept() {
    let cases: [(kept: CredentialUse, asked: CredentialUse, field: String?)] = [
      (.none, .none, nil), (.none, .files, "credentials"), (.none, .encrypted, "encryptedCredentials"),
      (.files, .files, nil), (.files, .encrypted, "encryptedCredentials"), (.encrypted, .encrypted, nil),
    ]
    for (kept, asked, field) in cases {
      var core = Self.core(kept)
      let lines = core.take(Self.submission(asked, isPrivileged: true), at: 0)
      #expect(lines.contains { $0.hasPrefix("launch") } == (field == nil), "\(kept) \(asked) \(lines)")
      if let field { #expect(lines.contains("reply invalid command.\(field)"), "\(lines)") }
    }
  }

  @Test("systemd decrypts for root only, and for whom a file declares it")
  func encrypted() {
    var core = Self.core(.encrypted)
    let refused = core.take(Self.submission(.encrypted, isPrivileged: false), at: 0)
    #expect(!refused.contains { $0.hasPrefix("launch") }, "\(refused)")
    let files = core.take(Self.submission(.files, isPrivileged: false), at: 1)
    #expect(files.contains { $0.hasPrefix("launch") }, "\(files)")
    let declaration = Declaration(
      file: "b.task", uid: 1001, request: .command("b"), payload: [1], credentials: .encrypted)
    let declared = core.take(.declare(DeclarationSet([declaration])), at: 2)
    #expect(declared.contains { $0.hasPrefix("launch") }, "\(declared)")
  }

  @Test("Where nobody decrypts, a file that asks for it is refused with its name")
  func declared() {
    var core = Self.core(.files)
    let declaration = Declaration(
      file: "b.task", uid: 1001, request: .command("b"), payload: [1], credentials: .encrypted)
    let lines = core.take(.declare(DeclarationSet([declaration])), at: 0)
    #expect(!lines.contains { $0.hasPrefix("launch") }, "\(lines)")
  }
}
