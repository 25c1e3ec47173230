// The blocks stand as they are.
// swift-format-ignore-file: NeverForceUnwrap

import AppReceipt
import Foundation
import IAPHelper
import LocalStoreKit
import TestSupport
import Testing

/// The steps of the tutorial's validation that are OpenSSL's calls; `TutorialOpenSSL` has what they call.
///
/// `UnsafeMutablePointer` without a type stands there because the page that shows the document has lost what stands in angle
/// brackets; a name for the one that is meant lets the blocks stand as they are.
@Suite("The tutorial's own load() and read()")
struct TutorialReceiptReadingTests {
    @Test("They find in a receipt what the library finds", arguments: [false, true])
    func agreement(expires: Bool) throws {
        let data = try SampleReceipt.signed { draft in
            draft.originalAppVersion = "1.0"
            if expires { draft.expirationDate = TestAuthority.signingDate.addingTimeInterval(86_400) }
        }
        let library = try AppReceipt(wireForm: data)
        let receipt = IAPReceipt()
        #expect(try receipt.lines(with: data) { $0.load() && $0.read() } == ["Receipt loaded", "Receipt read"])
        #expect(receipt.hasBeenRead)
        #expect(receipt.bundleIdString == library.bundleID)
        #expect(receipt.bundleVersionString == library.appVersion)
        #expect(receipt.originalAppVersion == "1.0")
        #expect(receipt.receiptCreationDate == library.creationDate)
        #expect(receipt.expirationDate == library.expirationDate)
        #expect((receipt.expirationDate != nil) == expires)
        #expect(receipt.opaqueData == library.opaqueValue)
        #expect(receipt.hashData == library.deviceHash)
        // The header of the text belongs to what is hashed.
        #expect(receipt.bundleIdData == Data([0x0C, UInt8(library.bundleID.utf8.count)] + library.bundleID.utf8))
        #expect(receipt.inAppReceipts.map(\.productIdentifier) == library.inAppPurchases.map(\.productID))
        #expect(receipt.validatedPurchasedProductIdentifiers == ["com.example.app.pro", "com.example.app.monthly"])
    }

    @Test("load() refuses what is no file, no container, not signed, and a container of something else")
    func load() throws {
        let refused = ["Receipt cannot be loaded"]
        #expect(try IAPReceipt().lines(with: nil) { !$0.load() } == refused)
        #expect(try IAPReceipt().lines(with: Data("no receipt".utf8)) { !$0.load() } == refused)
        #expect(try IAPReceipt().lines(with: Container.encoded(outer: 3, inner: 1, Data())) { !$0.load() } == refused)
        #expect(try IAPReceipt().lines(with: Container.encoded(outer: 2, inner: 5, Data())) { !$0.load() } == refused)
        #expect(try IAPReceipt().lines(with: try SampleReceipt.signed().prefix(100)) { !$0.load() } == refused)
        let whole = Container.encoded(outer: 2, inner: 1, Data())
        #expect(try IAPReceipt().lines(with: whole) { $0.load() } == ["Receipt loaded"])
    }

    @Test(
        "read() refuses a payload that is no set of attributes",
        arguments: [
            [0x30, 0x00], [0x31, 0x02, 0x04, 0x00], [0x31, 0x02, 0x30, 0x00],
            [0x31, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02],
            [0x31, 0x0A, 0x30, 0x08, 0x02, 0x01, 0x02, 0x02, 0x01, 0x01, 0x0C, 0x00], [0x31, 0x7F],
        ] as [[UInt8]]
    )
    func read(payload: [UInt8]) throws {
        let data = Container.encoded(outer: 2, inner: 1, Data(payload))
        let receipt = IAPReceipt()
        #expect(
            try receipt.lines(with: data) { $0.load() && !$0.read() } == ["Receipt loaded", "Receipt cannot be read"]
        )
        #expect(!receipt.hasBeenRead)
    }
}

/// A PKCS #7 container as far as `load()` looks into it; the types are the last number of their identifiers.
private enum Container {
    static func encoded(outer: UInt8, inner: UInt8, _ payload: Data) -> Data {
        let contents = object(0x30, type(inner), object(0xA0, object(0x04, Array(payload))))
        let signed = object(0x30, object(0x02, [1]), object(0x31), contents)
        return Data(object(0x30, type(outer), object(0xA0, signed)))
    }

    private static func type(_ number: UInt8) -> [UInt8] {
        object(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, number])
    }

    private static func object(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return [tag, UInt8(content.count)] + content
    }
}

private typealias UnsafeMutablePointer = Swift.UnsafeMutablePointer<PKCS7>

/// The bundle of an app whose receipt a test has written.
private enum Bundle {
    @TaskLocal static var receipt: URL?
    static var main: App { App(appStoreReceiptURL: receipt) }

    struct App {
        let appStoreReceiptURL: URL?
    }
}

/// What the blocks leave out.
private final class IAPReceipt {
    var receiptData: UnsafeMutablePointer?
    var bundleIdString: String?
    var bundleVersionString: String?
    var originalAppVersion: String?
    var receiptCreationDate: Date?
    var expirationDate: Date?
    var bundleIdData: Data?
    var opaqueData: Data?
    var hashData: Data?
    var inAppReceipts: [IAPReceiptProductInfo] = []
    var validatedPurchasedProductIdentifiers: Set<ProductId> = []
    var hasBeenRead = false

    deinit { PKCS7_free(receiptData) }

    /// Has steps go over a receipt on the disk, or over none, and gives what they logged.
    func lines(with data: Data?, _ steps: (IAPReceipt) -> Bool) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("receipt")
        try data?.write(to: file)
        let shop = try TutorialShop()
        shop.run { Bundle.$receipt.withValue(file) { #expect(steps(self)) } }
        return shop.lines
    }
}

/// A record of the receipt, of which the block reads the product.
private struct IAPReceiptProductInfo {
    var productIdentifier: String?

    init?(with place: inout UnsafePointer<UInt8>?, payloadLength: Int) {
        var (length, type, tagClass) = (0, Int32(0), Int32(0))
        guard let end = place?.advanced(by: payloadLength) else { return nil }
        ASN1_get_object(&place, &length, &type, &tagClass, payloadLength)
        guard type == V_ASN1_SET else { return nil }
        while let start = place, start < end {
            ASN1_get_object(&place, &length, &type, &tagClass, start.distance(to: end))
            guard type == V_ASN1_SEQUENCE, let next = place?.advanced(by: length),
                let attribute = IAPOpenSSL.asn1Int(p: &place, expectedLength: length),
                IAPOpenSSL.asn1Int(p: &place, expectedLength: length) != nil
            else { return nil }
            ASN1_get_object(&place, &length, &type, &tagClass, place?.distance(to: next) ?? 0)
            if attribute == 1702 { productIdentifier = IAPOpenSSL.asn1String(p: &place, expectedLength: length) }
            place = next
        }
    }
}

extension IAPReceipt {

    /// Load the receipt data from the main bundle and cache it. Basic validation of the receipt is done.
    /// We check its format, if it has a signature and if contains data. After loading the receipt you
    /// should call validateSigning() to check the receipt has been correctly signed, then read its IAP
    /// data using read(). You can then validate() the receipt.
    /// - Returns: Returns true if loaded correctly, false otherwise.
    public func load() -> Bool {

        // Get the URL of the receipt file
        guard let receiptUrl = Bundle.main.appStoreReceiptURL else {
            IAPLog.event(.receiptLoadFailure)
            return false
        }

        // Read the encrypted receipt container file as Data
        guard let data = try? Data(contentsOf: receiptUrl) else {
            IAPLog.event(.receiptLoadFailure)
            return false
        }

        // Using OpenSSL create a buffer to read the PKCS #7 container into
        let receiptBIO = BIO_new(BIO_s_mem())  // The buffer we will write into
        let receiptBytes: [UInt8] = .init(data)  // The encrytped data as an array of bytes
        BIO_write(receiptBIO, receiptBytes, Int32(data.count))  // Write the data to the receiptBIO buffer
        let receiptPKCS7 = d2i_PKCS7_bio(receiptBIO, nil)  // Now convert the buffer into the required PKCS7 struct
        BIO_free(receiptBIO)  // Free the buffer

        // Check the PKCS7 container exists
        guard receiptPKCS7 != nil else {
            IAPLog.event(.receiptLoadFailure)
            return false
        }

        // Check the PKCS7 container has a signature
        guard pkcs7IsSigned(pkcs7: receiptPKCS7!) else {
            IAPLog.event(.receiptLoadFailure)
            return false
        }

        // Check the PKCS7 container is of the correct data type
        guard pkcs7IsData(pkcs7: receiptPKCS7!) else {
            IAPLog.event(.receiptLoadFailure)
            return false
        }

        receiptData = receiptPKCS7  // Cache the PKCS7 data
        IAPLog.event(.receiptLoadSuccess)

        return true
    }

    func pkcs7IsSigned(pkcs7: UnsafeMutablePointer) -> Bool {
        // Convert the object in the PKCS7 struct to an Int32 and compare it to the OpenSSL NID constant
        OBJ_obj2nid(pkcs7.pointee.type) == NID_pkcs7_signed
    }

    func pkcs7IsData(pkcs7: UnsafeMutablePointer) -> Bool {
        // Convert the object in the PKCS7 struct to an Int32 and compare it to the OpenSSL NID constant
        OBJ_obj2nid(pkcs7.pointee.d.sign.pointee.contents.pointee.type) == NID_pkcs7_data
    }
}

extension IAPReceipt {

    /// Read internal receipt data into a cache.
    /// - Returns: Returns true if all expected data was present and correctly read from the receipt, false otherwise.
    public func read() -> Bool {
        // Get a pointer to the start and end of the ASN.1 payload
        let receiptSign = receiptData?.pointee.d.sign
        let octets = receiptSign?.pointee.contents.pointee.d.data
        var pointer = UnsafePointer(octets?.pointee.data)
        let end = pointer!.advanced(by: Int(octets!.pointee.length))

        var type: Int32 = 0
        var xclass: Int32 = 0
        var length: Int = 0

        ASN1_get_object(&pointer, &length, &type, &xclass, pointer!.distance(to: end))
        guard type == V_ASN1_SET else {
            IAPLog.event(.receiptReadFailure)
            return false
        }

        while pointer! < end {
            ASN1_get_object(&pointer, &length, &type, &xclass, pointer!.distance(to: end))
            guard type == V_ASN1_SEQUENCE else {
                IAPLog.event(.receiptReadFailure)
                return false
            }

            guard let attributeType = IAPOpenSSL.asn1Int(p: &pointer, expectedLength: length) else {
                IAPLog.event(.receiptReadFailure)
                return false
            }

            guard let _ = IAPOpenSSL.asn1Int(p: &pointer, expectedLength: pointer!.distance(to: end)) else {
                IAPLog.event(.receiptReadFailure)
                return false
            }

            ASN1_get_object(&pointer, &length, &type, &xclass, pointer!.distance(to: end))
            guard type == V_ASN1_OCTET_STRING else {
                IAPLog.event(.receiptReadFailure)
                return false
            }

            var p = pointer
            switch IAPOpenSSLAttributeType(rawValue: attributeType) {

            case .BudleVersion:
                bundleVersionString = IAPOpenSSL.asn1String(p: &p, expectedLength: length)

            case .ReceiptCreationDate:
                receiptCreationDate = IAPOpenSSL.asn1Date(p: &p, expectedLength: length)

            case .OriginalAppVersion:
                originalAppVersion = IAPOpenSSL.asn1String(p: &p, expectedLength: length)

            case .ExpirationDate:
                expirationDate = IAPOpenSSL.asn1Date(p: &p, expectedLength: length)

            case .OpaqueValue:
                opaqueData = IAPOpenSSL.asn1Data(p: p!, expectedLength: length)

            case .ComputedGuid:
                hashData = IAPOpenSSL.asn1Data(p: p!, expectedLength: length)

            case .BundleIdentifier:
                bundleIdString = IAPOpenSSL.asn1String(p: &pointer, expectedLength: length)
                bundleIdData = IAPOpenSSL.asn1Data(p: pointer!, expectedLength: length)

            case .IAPReceipt:
                var iapStartPtr = pointer
                let receiptProductInfo = IAPReceiptProductInfo(with: &iapStartPtr, payloadLength: length)
                if let rpi = receiptProductInfo {
                    inAppReceipts.append(rpi)  // Cache in-app purchase record
                    if let pid = rpi.productIdentifier { validatedPurchasedProductIdentifiers.insert(pid) }
                }

            default: break  // Ignore other attributes in receipt
            }

            // Advance pointer to the next item
            pointer = pointer!.advanced(by: length)
        }

        hasBeenRead = true
        IAPLog.event(.receiptReadSuccess)

        return true
    }
}
