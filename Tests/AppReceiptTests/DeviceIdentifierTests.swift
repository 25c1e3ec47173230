import Foundation
import Testing

@testable import AppReceipt

@Suite("The identifier of a device")
struct DeviceIdentifierTests {
    @Test(
        "is read in each form it is written in",
        arguments: [
            ("f8:ff:c2:1e:91:82", "f8ffc21e9182"), ("F8-FF-C2-1E-91-82", "f8ffc21e9182"),
            ("f8ffc21e9182", "f8ffc21e9182"),
            ("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B", "3b76a7bd8f5b4b0a9e0d1d3c5e7f9a0b"),
        ]
    )
    func forms(_ text: String, _ digits: String) throws {
        #expect(try DeviceIdentifier(text).description == digits)
    }

    @Test(
        "is refused when it cannot be one",
        arguments: [
            "", "00:00:00:00:00:00", "00000000-0000-0000-0000-000000000000", "f8:ff:c2:1e:91", "f8:ff:c2:1e:91:8g",
            "f8ffc21e91822", "٣٣:ff:c2:1e:91:82",
        ]
    )
    func refused(_ text: String) {
        #expect(throws: AppReceiptError(.deviceIdentifier, "")) { try DeviceIdentifier(text) }
    }

    @Test("of a phone is the UUID's bytes, and none before the first unlock")
    func vendor() throws {
        let uuid = try #require(UUID(uuidString: "3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B"))
        #expect(try DeviceIdentifier.vendor(uuid).bytes == DeviceIdentifier(uuid.uuidString).bytes)
        #expect(throws: AppReceiptError(.deviceIdentifierUnavailable, "")) { try DeviceIdentifier.vendor(nil) }
    }

    struct Mac: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interfaces: [NetworkInterface]
        /// The last octets, in the order expected.
        let order: [UInt8]
    }

    private static func interface(_ name: String, _ octet: UInt8, builtIn: Bool = true) -> NetworkInterface {
        NetworkInterface(name: name, isBuiltIn: builtIn, address: [0xF8, 0xFF, 0xC2, 0x1E, 0x91, octet])
    }

    static let macs = [
        Mac(
            testDescription: "built-in en0 first",
            interfaces: [interface("en1", 1), interface("en0", 2)],
            order: [2, 1]
        ),
        Mac(
            testDescription: "built-in en1 before an adapter that is en0",
            interfaces: [interface("en0", 1, builtIn: false), interface("en1", 2)],
            order: [2, 1]
        ),
        Mac(
            testDescription: "an adapter that is en0 before other built-in ones",
            interfaces: [interface("en5", 1), interface("en0", 2, builtIn: false)],
            order: [2, 1]
        ),
        Mac(
            testDescription: "en11 of a replaced board after en5, adapters last",
            interfaces: [interface("en11", 1), interface("en7", 2, builtIn: false), interface("en5", 3)],
            order: [3, 1, 2]
        ),
        Mac(
            testDescription: "each address once",
            interfaces: [interface("en0", 1), interface("en1", 1), interface("en2", 2)],
            order: [1, 2]
        ),
        Mac(
            testDescription: "no address that is short, long or zero",
            interfaces: [
                NetworkInterface(name: "en0", isBuiltIn: true, address: [0, 0, 0, 0, 0, 0]),
                NetworkInterface(name: "en1", isBuiltIn: true, address: [1, 2, 3]),
                NetworkInterface(name: "en2", isBuiltIn: true, address: Array(1...16)),
                interface("en3", 9),
            ],
            order: [9]
        ),
        Mac(testDescription: "nothing without interfaces", interfaces: [], order: []),
    ]

    @Test("of a Mac is looked for among all interfaces", arguments: macs)
    func candidates(_ mac: Mac) {
        #expect(DeviceIdentifier.candidates(among: mac.interfaces).map(\.bytes.last) == mac.order)
    }

    #if os(Linux)
        @Test("is a typed error where there is none")
        @MainActor func none() {
            #expect(throws: AppReceiptError(.deviceIdentifierUnavailable, "")) { try DeviceIdentifier.current() }
        }
    #endif
}
