// The names are OpenSSL's and the tutorial's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

import Foundation

// What the tutorial's `load()` and `read()` call of OpenSSL and of its own `IAPOpenSSL`, which the document leaves out.
// No OpenSSL is linked, and nothing of this package is used: DER is walked here once more, so that what is read in the
// tutorial's way is another opinion on what the library reads.

let NID_pkcs7_data: Int32 = 21
let NID_pkcs7_signed: Int32 = 22
let V_ASN1_INTEGER: Int32 = 2
let V_ASN1_OCTET_STRING: Int32 = 4
let V_ASN1_OBJECT: Int32 = 6
let V_ASN1_UTF8STRING: Int32 = 12
let V_ASN1_SEQUENCE: Int32 = 16
let V_ASN1_SET: Int32 = 17
let V_ASN1_IA5STRING: Int32 = 22

struct ASN1_OBJECT {
    var octets: [UInt8]
}

struct ASN1_OCTET_STRING {
    var length: Int32
    var data: UnsafeMutablePointer<UInt8>?
}

struct PKCS7_SIGNED {
    var contents: UnsafeMutablePointer<PKCS7>!
}

struct PKCS7 {
    struct Content {
        var sign: UnsafeMutablePointer<PKCS7_SIGNED>!
        var data: UnsafeMutablePointer<ASN1_OCTET_STRING>!
    }

    var type: ASN1_OBJECT
    var d = Content()
}

final class BIO {
    var bytes: [UInt8] = []
}

func BIO_s_mem() -> BIO.Type { BIO.self }

func BIO_new(_ type: BIO.Type) -> BIO? { BIO() }

@discardableResult
func BIO_write(_ bio: BIO?, _ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    bio?.bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
    return count
}

@discardableResult
func BIO_free(_ bio: BIO?) -> Int32 { 1 }

func OBJ_obj2nid(_ object: ASN1_OBJECT) -> Int32 {
    switch object.octets {
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]: NID_pkcs7_data
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]: NID_pkcs7_signed
    default: 0
    }
}

/// Reads a header and moves behind it; the highest bit of the answer says that there is none in the bytes that are left.
@discardableResult
func ASN1_get_object(
    _ place: UnsafeMutablePointer<UnsafePointer<UInt8>?>,
    _ length: UnsafeMutablePointer<Int>,
    _ tag: UnsafeMutablePointer<Int32>,
    _ tagClass: UnsafeMutablePointer<Int32>,
    _ left: Int
) -> Int32 {
    guard let start = place.pointee, left >= 2, start[0] & 0x1F != 0x1F else { return 0x80 }
    var header = 2
    var count = Int(start[1])
    if count >= 0x80 {
        let digits = count & 0x7F
        guard (1...4).contains(digits), left >= 2 + digits else { return 0x80 }
        count = (2..<2 + digits).reduce(0) { $0 << 8 | Int(start[$1]) }
        header += digits
    }
    guard count <= left - header else { return 0x80 }
    place.pointee = start + header
    length.pointee = count
    tag.pointee = Int32(start[0] & 0x1F)
    tagClass.pointee = Int32(start[0] & 0xC0)
    return Int32(start[0] & 0x20)
}

/// What is in the buffer as far as the type of its content; nil if it is no container. ``PKCS7_free(_:)`` frees it.
func d2i_PKCS7_bio(_ bio: BIO?, _ reused: UnsafeMutablePointer<PKCS7>?) -> UnsafeMutablePointer<PKCS7>? {
    (bio?.bytes ?? []).withUnsafeBufferPointer { bytes in
        var place = bytes.baseAddress
        func enter(_ tag: Int32) -> Int? {
            var (length, found, foundClass) = (0, Int32(0), Int32(0))
            guard let end = bytes.baseAddress?.advanced(by: bytes.count), let start = place else { return nil }
            let header = ASN1_get_object(&place, &length, &found, &foundClass, start.distance(to: end))
            return header & 0x80 == 0 && found == tag ? length : nil
        }
        func skip(_ tag: Int32) -> [UInt8]? {
            guard let length = enter(tag), let start = place else { return nil }
            place = start + length
            return Array(UnsafeBufferPointer(start: start, count: length))
        }
        guard enter(V_ASN1_SEQUENCE) != nil, let type = skip(V_ASN1_OBJECT), enter(0) != nil else { return nil }
        let container = UnsafeMutablePointer<PKCS7>.allocate(capacity: 1)
        container.initialize(to: PKCS7(type: ASN1_OBJECT(octets: type)))
        guard enter(V_ASN1_SEQUENCE) != nil, skip(V_ASN1_INTEGER) != nil, skip(V_ASN1_SET) != nil,
            enter(V_ASN1_SEQUENCE) != nil, let inner = skip(V_ASN1_OBJECT)
        else { return container }
        let contents = UnsafeMutablePointer<PKCS7>.allocate(capacity: 1)
        contents.initialize(to: PKCS7(type: ASN1_OBJECT(octets: inner)))
        if enter(0) != nil, let octets = skip(V_ASN1_OCTET_STRING) {
            let data = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: octets.count)
            _ = data.initialize(from: octets)
            contents.pointee.d.data = .allocate(capacity: 1)
            contents.pointee.d.data.initialize(
                to: ASN1_OCTET_STRING(length: Int32(octets.count), data: data.baseAddress)
            )
        }
        container.pointee.d.sign = .allocate(capacity: 1)
        container.pointee.d.sign.initialize(to: PKCS7_SIGNED(contents: contents))
        return container
    }
}

func PKCS7_free(_ container: UnsafeMutablePointer<PKCS7>?) {
    guard let container else { return }
    if let octets = container.pointee.d.data {
        octets.pointee.data?.deallocate()
        octets.deallocate()
    }
    if let sign = container.pointee.d.sign {
        PKCS7_free(sign.pointee.contents)
        sign.deallocate()
    }
    container.deinitialize(count: 1)
    container.deallocate()
}

/// What the tutorial reads out of an attribute.
enum IAPOpenSSL {
    /// A number; `p` moves behind it.
    static func asn1Int(p: inout UnsafePointer<UInt8>?, expectedLength: Int) -> Int? {
        guard let (length, type) = header(&p, expectedLength), type == V_ASN1_INTEGER, length <= 8, let start = p
        else { return nil }
        p = start + length
        return (0..<length).reduce(0) { $0 << 8 | Int(start[$1]) }
    }

    /// A text; `p` stays, because what follows reads the same bytes as they are.
    static func asn1String(p: inout UnsafePointer<UInt8>?, expectedLength: Int) -> String? {
        var place = p
        guard let (length, type) = header(&place, expectedLength), [V_ASN1_UTF8STRING, V_ASN1_IA5STRING].contains(type)
        else { return nil }
        return String(bytes: UnsafeBufferPointer(start: place, count: length), encoding: .utf8)
    }

    static func asn1Date(p: inout UnsafePointer<UInt8>?, expectedLength: Int) -> Date? {
        asn1String(p: &p, expectedLength: expectedLength).flatMap { try? Date($0, strategy: .iso8601) }
    }

    static func asn1Data(p: UnsafePointer<UInt8>, expectedLength: Int) -> Data { Data(bytes: p, count: expectedLength) }

    private static func header(_ p: inout UnsafePointer<UInt8>?, _ left: Int) -> (length: Int, type: Int32)? {
        var (length, type, tagClass) = (0, Int32(0), Int32(0))
        return ASN1_get_object(&p, &length, &type, &tagClass, left) & 0x80 == 0 ? (length, type) : nil
    }
}

enum IAPOpenSSLAttributeType: Int {
    case BundleIdentifier = 2
    case BudleVersion = 3
    case OpaqueValue = 4
    case ComputedGuid = 5
    case ReceiptCreationDate = 12
    case IAPReceipt = 17
    case OriginalAppVersion = 19
    case ExpirationDate = 21
}
