import Foundation

/// A self-signed certificate for servers on the loopback, made by openssl(1ssl).
package struct WebCertificate: Sendable {
  /// The certificate's file, for clients that are to trust it.
  package let file: String
  /// The file of the certificate's key.
  package let keyFile: String

  /// The error that openssl could not make it.
  package struct Failure: Error { package let words: String }

  /// Makes a certificate in a folder.
  package init(in folder: TemporaryFolder) throws {
    (file, keyFile) = (folder.path("certificate.pem"), folder.path("key.pem"))
    let made = try FinishedProgram.run(
      URL(filePath: "/usr/bin/openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", file, "-keyout", keyFile,
      ])
    guard made.status == 0 else { throw Failure(words: made.errors) }
  }
}
