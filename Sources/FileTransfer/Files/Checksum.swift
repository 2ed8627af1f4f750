import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come in pieces, by OpenSSL: libcurl has it in the process anyway, and
/// it uses the processor's instructions for this.
final class Checksum {
  private let context: OpaquePointer

  /// Creates the checksum of no bytes yet.
  init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // Memory is missing, or this OpenSSL has no SHA-256.
      fatalError("EVP_DigestInit_ex")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next piece.
  func take(_ bytes: UnsafeRawBufferPointer) {
    precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "EVP_DigestUpdate")
  }

  /// Returns the digits of the digest, in lower case. Nothing can be taken after it.
  func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: CUnsignedInt = 0
    precondition(EVP_DigestFinal_ex(context, &digest, &count) == 1, "EVP_DigestFinal_ex")
    return digest.prefix(Int(count)).reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
