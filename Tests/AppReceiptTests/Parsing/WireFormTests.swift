import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Forms in which receipts are sent")
struct WireFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let encode: @Sendable (Data) throws -> Data
    }

    static let forms = [
        Form(testDescription: "DER") { $0 },
        Form(testDescription: "BER in one piece") { Data(try IndefiniteEncoding.message(Array($0), chunk: 1 << 20)) },
        Form(testDescription: "BER in many pieces") { Data(try IndefiniteEncoding.message(Array($0), chunk: 100)) },
        Form(testDescription: "Base64") { $0.base64EncodedData() },
        Form(testDescription: "Base64, 64 columns") { $0.base64EncodedData(options: [.lineLength64Characters]) },
        Form(testDescription: "Base64, 76 columns, line feeds") {
            $0.base64EncodedData(options: [.lineLength76Characters, .endLineWithLineFeed])
        },
        Form(testDescription: "Base64 with white space around") {
            Data(" \n\t".utf8) + $0.base64EncodedData() + Data("\r\n ".utf8)
        },
        Form(testDescription: "Base64 behind a byte-order mark") { Data([0xEF, 0xBB, 0xBF]) + $0.base64EncodedData() },
        Form(testDescription: "Base64, indented lines") {
            let text = $0.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return Data(text.replacingOccurrences(of: "\n", with: " \n    ").utf8)
        },
        Form(testDescription: "Base64url without padding") { Data(Base64.urlSafe($0).utf8) },
        Form(testDescription: "Base64 without padding") {
            Data($0.base64EncodedString().replacingOccurrences(of: "=", with: "").utf8)
        },
        Form(testDescription: "Base64 of Base64") { $0.base64EncodedData().base64EncodedData() },
        Form(testDescription: "PEM PKCS7") { Data(PEMBlock(label: "PKCS7", content: Array($0)).text.utf8) },
        Form(testDescription: "PEM of one letter a line, with empty lines") {
            let lines = $0.base64EncodedString().map { "\($0)\n" }.joined()
            return Data("-----BEGIN CMS-----\r\n\r\n\(lines)\n\n-----END CMS-----\n\n".utf8)
        },
        Form(testDescription: "PEM CMS") { Data(PEMBlock(label: "CMS", content: Array($0)).text.utf8) },
    ]

    @Test("are all read as the same, valid receipt", arguments: forms)
    func accepted(_ form: Form) throws {
        // Lengths with all remainders, so that each kind of padding comes up.
        for version in ["1", "12", "123"] {
            let receipt = try SampleReceipt.signed { $0.appVersion = version }
            let read = try SampleReceipt.validator().removing(.appVersion).validated(form.encode(receipt))
            #expect(read.derEncoded == receipt)
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: AppReceiptError.Code
        let encode: @Sendable (Data) throws -> Data
    }

    static let refused = [
        Refused(testDescription: "nothing", code: .empty) { _ in Data() },
        Refused(testDescription: "white space", code: .empty) { _ in Data(" \n".utf8) },
        Refused(testDescription: "one byte over 8 MB", code: .oversized) { _ in Data(count: 8 * 1024 * 1024 + 1) },
        Refused(testDescription: "half of it", code: .truncated) { $0.prefix($0.count / 2) },
        Refused(testDescription: "all but the last byte", code: .truncated) { $0.dropLast() },
        Refused(testDescription: "the first byte", code: .truncated) { $0.prefix(1) },
        Refused(testDescription: "half of it in Base64", code: .truncated) {
            $0.prefix($0.count / 2).base64EncodedData()
        },
        Refused(testDescription: "half of it as BER", code: .truncated) {
            Data(try IndefiniteEncoding.message(Array($0), chunk: 100)).prefix($0.count / 2)
        },
        Refused(testDescription: "a byte too many", code: .trailingBytes) { $0 + [0] },
        Refused(testDescription: "a byte too many as BER", code: .trailingBytes) {
            Data(try IndefiniteEncoding.message(Array($0), chunk: 100)) + [0]
        },
        Refused(testDescription: "Base64 with plus signs lost", code: .base64Damaged) {
            Data($0.base64EncodedString().replacingOccurrences(of: "+", with: " ").utf8)
        },
        Refused(testDescription: "Base64 with a percent sign", code: .base64Damaged) {
            Data($0.base64EncodedString().replacingOccurrences(of: "/", with: "%2F").utf8)
        },
        Refused(testDescription: "Base64 with one character too many", code: .base64Damaged) {
            Data($0.base64EncodedString().replacingOccurrences(of: "=", with: "").prefix(4001).utf8)
        },
        Refused(testDescription: "a web page", code: .html) { _ in Data("<!DOCTYPE html><html></html>".utf8) },
        Refused(testDescription: "a web page behind white space", code: .html) { _ in Data("\r\n <html></html>".utf8) },
        Refused(testDescription: "an object", code: .json) { _ in Data(#"{"receipt-data":"MII"}"#.utf8) },
        Refused(testDescription: "a quoted string", code: .json) { Data("\"\($0.base64EncodedString())\"".utf8) },
        Refused(testDescription: "a JWS", code: .jws) { _ in
            Data(try TestAuthority.trusted.get().jwsSigner.sign(Data("{}".utf8)).utf8)
        },
        Refused(testDescription: "an iOS 6 receipt", code: .transactionReceipt) { _ in oldReceipt },
        Refused(testDescription: "an iOS 6 receipt in Base64", code: .transactionReceipt) { _ in
            oldReceipt.base64EncodedData()
        },
        Refused(testDescription: "Base64 three times", code: .notAReceipt) {
            $0.base64EncodedData().base64EncodedData().base64EncodedData()
        },
        Refused(testDescription: "a certificate in PEM", code: .notAReceipt) { _ in
            Data(try TestAuthority.trusted.get().receiptRootPEM.utf8)
        },
        Refused(testDescription: "PEM without an end", code: .truncated) {
            Data(PEMBlock(label: "PKCS7", content: Array($0)).text.utf8).prefix(2000)
        },
        Refused(testDescription: "some text", code: .notAReceipt) { _ in Data("Hello, world!".utf8) },
        Refused(testDescription: "zeros", code: .notAReceipt) { _ in Data(count: 100) },
        Refused(testDescription: "another DER structure", code: .malformed) { _ in Data([0x30, 0x03, 0x02, 0x01, 0x05])
        },
        Refused(testDescription: "a picture", code: .notAReceipt) { _ in Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) },
    ]

    private static let oldReceipt = Data(
        "{\n\t\"signature\" = \"AluG\";\n\t\"purchase-info\" = \"ewoJ\";\n\t\"pod\" = \"50\";\n\t\"signing-status\" = \"0\";\n}"
            .utf8
    )

    @Test("are refused by name when they hold no usable receipt", arguments: refused)
    func refusal(_ input: Refused) throws {
        let data = try input.encode(SampleReceipt.signed())
        let failures = try SampleReceipt.validator().validate(data).failures
        #expect(failures.map(\.code) == [input.code])
        #expect(throws: AppReceiptError(input.code, "")) { try AppReceipt(wireForm: data) }
    }

    @Test("App Attest receipts are refused by name", .enabled(if: Fixtures.areAvailable))
    func appAttest() throws {
        let data = try Fixtures.data("appattest/mozilla-services-pkcs7-AppAttest.p7")
        #expect(throws: AppReceiptError(.appAttest, "")) { try AppReceipt(wireForm: data) }
        #expect(try SampleReceipt.validator().validate(data).failures.map(\.code) == [.appAttest])
    }
}
