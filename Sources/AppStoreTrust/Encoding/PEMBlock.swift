import AppStoreModels
import Foundation

/// One `-----BEGIN …-----` block (RFC 7468).
package struct PEMBlock: Sendable, Equatable {
    /// `CERTIFICATE`, `PRIVATE KEY`, `PKCS7` …
    package let label: String
    /// What the block holds.
    package let content: [UInt8]

    package init(label: String, content: [UInt8]) {
        self.label = label
        self.content = content
    }

    /// The blocks of a text, in order; text around them is ignored.
    ///
    /// - Throws: ``TrustError``, code `malformed`, for a block without an end or with something else than Base64.
    package static func blocks(in text: String) throws(TrustError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var open: (label: String, body: [UInt8])?
        // Line by line: a list of lines takes sixteen times the memory of a text that is nothing but lines.
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
            let line = rest[..<end].trimmingCharacters(in: .whitespaces)
            rest = rest[end...].dropFirst()
            if let label = line.between("-----BEGIN ", "-----") {
                guard open == nil else { throw TrustError(.malformed, "a PEM block begins inside another") }
                open = (label, [])
            } else if let label = line.between("-----END ", "-----") {
                guard let block = open, block.label == label else {
                    throw TrustError(.malformed, "END \(label) of a PEM block without its BEGIN")
                }
                blocks.append(PEMBlock(label: label, content: try decode(block.body, label: label)))
                open = nil
            } else if open != nil {
                open?.body.append(contentsOf: line.utf8)
            }
        }
        if let open { throw TrustError(.truncated, "the PEM block \(open.label) has no END line") }
        return blocks
    }

    /// The block as text, 64 characters a line, with a line break at its end.
    package var text: String {
        let body = Data(content).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    private static func decode(_ body: [UInt8], label: String) throws(TrustError) -> [UInt8] {
        do {
            return try Base64.decode(body, .standard)
        } catch {
            throw TrustError(.malformed, "the PEM block \(label) does not hold Base64: \(error)")
        }
    }
}

extension String {
    /// What stands between a prefix and a suffix, nil if either is missing.
    fileprivate func between(_ prefix: String, _ suffix: String) -> String? {
        guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else { return nil }
        return String(dropFirst(prefix.count).dropLast(suffix.count))
    }
}
