import AppStoreModels
public import Foundation

/// What a receipt is bound to: `identifierForVendor` on iOS, iPadOS, tvOS, visionOS and watchOS (16 bytes), the MAC
/// address of the primary network interface on macOS and Mac Catalyst (6 bytes).
///
/// Empty, short and all-zero identifiers are refused: receipts in server notifications are bound to sixteen zeros, and
/// a missing identifier that became zeros must not match those.
public struct DeviceIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The bytes that take part in the hash.
    public let bytes: [UInt8]

    /// The identifier of a device that is not a Mac.
    ///
    /// - Throws: ``AppReceiptError``, code `device-identifier-unusable`, for the zero UUID.
    public init(identifierForVendor uuid: UUID) throws(AppReceiptError) {
        try self.init(bytes: withUnsafeBytes(of: uuid.uuid) { Array($0) })
    }

    /// The identifier of a device that a test or a script did not choose.
    package static let ofTests = DeviceIdentifier(unchecked: [UInt8]("purser test unit".utf8))

    /// The sixteen zeros to which receipts in server notifications are bound.
    package static let ofNobody = DeviceIdentifier(unchecked: [UInt8](repeating: 0, count: 16))

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// An identifier from its bytes.
    ///
    /// - Throws: ``AppReceiptError``, code `device-identifier-unusable`, unless there are 6 or 16 bytes that are not all zero.
    public init(bytes: [UInt8]) throws(AppReceiptError) {
        guard bytes.count == 6 || bytes.count == 16, bytes.contains(where: { $0 != 0 }) else {
            throw AppReceiptError(
                .deviceIdentifier,
                "give the device's own identifier",
                expected: "16 bytes of identifierForVendor or 6 bytes of a MAC address, not all zero",
                found: bytes.contains { $0 != 0 } ? "\(bytes.count) bytes" : "\(bytes.count) zero bytes"
            )
        }
        self.bytes = bytes
    }

    /// An identifier from text: a UUID (`3B76A7BD-8F5B-…`), a MAC address (`f8:ff:c2:1e:91:82`), or 12 or 32 hexadecimal
    /// digits.
    ///
    /// - Throws: ``AppReceiptError``, code `device-identifier-unusable`.
    public init(_ text: String) throws(AppReceiptError) {
        let bytes = [UInt8](hexadecimal: text.filter { $0 != "-" && $0 != ":" })
        guard let bytes, bytes.count == 6 || bytes.count == 16 else {
            throw AppReceiptError(.deviceIdentifier, "not a UUID or MAC address", found: text)
        }
        try self.init(bytes: bytes)
    }

    /// The bytes in hexadecimal digits.
    public var description: String { bytes.hexadecimal }
}
