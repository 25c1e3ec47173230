import AppStoreTrust

/// The signed container around a payload. The signature stays that of another payload; reading does not look at it.
struct Container {
    private static let placeholder: [UInt8] = [0x31, 0x00]
    private static let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    private static let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    /// Version and digest algorithms, between the header of the signed data and the one of the content.
    private let before: [UInt8]
    /// Certificates and signer.
    private let after: [UInt8]

    init(authority: CertificateAuthority) throws {
        let template = try authority.signCMS(payload: Self.placeholder)
        let content = Self.data + [0xA0, 0x04, 0x04, 0x02] + Self.placeholder
        guard let version = Self.find([0x02, 0x01, 0x01, 0x31], in: template),
            let start = Self.find(content, in: template)
        else { throw Failure() }
        // Two octets before the content type stand tag and length of the sequence around it.
        before = Array(template[version..<start - 2])
        after = Array(template[(start + content.count)...])
    }

    func around(_ payload: [UInt8]) -> [UInt8] {
        let octets = Self.element(0x04, payload)
        let content = Self.element(0x30, Self.data + Self.element(0xA0, octets))
        return Self.element(0x30, Self.signedData + Self.element(0xA0, Self.element(0x30, before + content + after)))
    }

    private struct Failure: Error {}

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x84] + withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + content
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(pattern.count - 1).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
