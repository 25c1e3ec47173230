import AppStoreModels
import AppStoreTrust
import Foundation

/// Finds the DER of a receipt in what people send as one, and names what was sent instead.
enum ReceiptWireForm {
    /// How often Base64 may be wrapped around Base64: clients that encode an encoded receipt do it once.
    private static let maximumLayers = 2

    static func derEncoded(_ input: some DataProtocol, maximumLength: Int) throws(AppReceiptError) -> [UInt8] {
        guard !input.isEmpty else {
            throw AppReceiptError(.empty, "there are no bytes; an app that was never bought here has no receipt")
        }
        guard input.count <= maximumLength else {
            throw AppReceiptError(
                .oversized,
                "the input is too long",
                expected: "at most \(maximumLength) bytes",
                found: "\(input.count) bytes"
            )
        }
        var bytes = Array(input)
        for _ in 0...maximumLayers {
            if bytes.first == DERTag.sequence.rawValue { return bytes }
            let text = bytes.trimmed
            if let error = ForeignInput.recognize(text) { throw error }
            bytes = try text.starts(with: Array("-----BEGIN ".utf8)) ? pem(text) : base64(text)
        }
        throw AppReceiptError(.notAReceipt, "Base64 is wrapped around Base64 more than twice")
    }

    private static func pem(_ text: ArraySlice<UInt8>) throws(AppReceiptError) -> [UInt8] {
        let blocks: [PEMBlock]
        do {
            blocks = try PEMBlock.blocks(in: String(decoding: text, as: UTF8.self))
        } catch {
            throw error.code == .truncated
                ? AppReceiptError(.truncated, error.reason) : AppReceiptError(.base64Damaged, error.reason)
        }
        guard blocks.count == 1, let block = blocks.first, ["PKCS7", "CMS"].contains(block.label) else {
            throw AppReceiptError(
                .notAReceipt,
                "the PEM text holds something else",
                expected: "one block PKCS7 or CMS",
                found: blocks.map(\.label).joined(separator: ", ")
            )
        }
        return block.content
    }

    private static func base64(_ text: ArraySlice<UInt8>) throws(AppReceiptError) -> [UInt8] {
        guard !text.isEmpty else { throw AppReceiptError(.empty, "there is nothing but white space") }
        let failure: Base64.Failure
        do {
            let bytes = try text.withUnsafeBufferPointer { pointer throws(Base64.Failure) in
                try Base64.decode(pointer, .any)
            }
            guard bytes.first == DERTag.sequence.rawValue || bytes.looksLikeText else {
                throw AppReceiptError(.notAReceipt, "the input is Base64, but not of a receipt")
            }
            return bytes
        } catch let error as Base64.Failure {
            failure = error
        } catch let error as AppReceiptError {
            throw error
        } catch {
            throw AppReceiptError(.notAReceipt, "\(error)")
        }
        throw damaged(text, failure)
    }

    /// Base64 with a fault, if it begins like a receipt; otherwise something else altogether.
    private static func damaged(_ text: ArraySlice<UInt8>, _ failure: Base64.Failure) -> AppReceiptError {
        // "MI" is how the Base64 of every DER or BER receipt begins, "TU" how that of such Base64 does.
        guard text.starts(with: Array("MI".utf8)) || text.starts(with: Array("TU".utf8)) else {
            return AppReceiptError(.notAReceipt, "the input is neither DER nor Base64 or PEM of it")
        }
        return switch failure {
        case .character(UInt8(ascii: " "), let offset):
            AppReceiptError(
                .base64Damaged,
                "a blank inside a line: a form decoder has turned + into blanks, encode the body properly",
                found: "a blank at byte \(offset)"
            )
        case .character(let character, let offset):
            AppReceiptError(
                .base64Damaged,
                "a character that Base64 does not have",
                found: "0x\([character].hexadecimal) at byte \(offset)"
            )
        case .length(let count):
            AppReceiptError(
                .base64Damaged,
                "Base64 of this length does not exist; the end is missing",
                found: "\(count) characters"
            )
        case .trailingBits:
            AppReceiptError(.base64Damaged, "bits are set behind the last byte")
        }
    }
}

extension [UInt8] {
    /// The bytes without a byte-order mark and white space around them.
    fileprivate var trimmed: ArraySlice<UInt8> {
        var slice = self[...]
        if slice.starts(with: [0xEF, 0xBB, 0xBF]) { slice = slice.dropFirst(3) }
        slice = slice.drop(while: \.isASCIIWhitespace)
        while let last = slice.last, last.isASCIIWhitespace { slice = slice.dropLast() }
        return slice
    }

    /// Whether this may be text that was encoded once more.
    fileprivate var looksLikeText: Bool {
        prefix(64).allSatisfy { (0x20..<0x7F).contains($0) || $0.isASCIIWhitespace }
    }
}

extension UInt8 {
    fileprivate var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
