import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is signed is kept without its certificates, and given back to the octet")
struct PackedBodyTests {
    private static let long = header(of: "MII")
    private static let other = header(of: "QZj")
    private static let signature = Base64.urlSafe(Array(repeating: 7, count: 64))

    private static func header(of certificate: String) -> String {
        Base64.urlSafe(#"{"alg":"ES256","x5c":["\#(String(repeating: certificate, count: 300))"]}"#.utf8)
    }

    private static func signed(_ payload: String, header: String = long) -> String {
        "\(header).\(Base64.urlSafe(payload.utf8)).\(signature)"
    }

    private static func restored(_ packed: PackedBody, without missing: Data? = nil) throws -> Data {
        try restored(packed.octets, packed.headers, without: missing)
    }

    private static func restored(_ octets: Data, _ headers: [SignedHeader], without missing: Data? = nil) throws -> Data
    {
        try PackedBody.body(of: octets) { digest in
            headers.first { $0.digest == digest && $0.digest != missing }?.text
        }
    }

    @Test("A notification takes a quarter or less, and has one chain of certificates")
    func notification() throws {
        let body = Data(try NotificationSample.body(.didRenew, at: Date(timeIntervalSince1970: 1_700_000_000)).utf8)
        let packed = try #require(PackedBody(body))
        #expect(packed.headers.count == 1)
        #expect(packed.octets.count * 4 <= body.count, "\(packed.octets.count) of \(body.count)")
        #expect(try Self.restored(packed) == body)
        let header = try #require(packed.headers.first)
        #expect(body.range(of: header.text) != nil)
        #expect(packed.octets.range(of: header.text) == nil)
    }

    @Test("The layout")
    func layout() throws {
        let body = Data(#"{"a":"\#(Self.signed("{}"))"}"#.utf8)
        let packed = try #require(PackedBody(body))
        let point = UInt8(ascii: ".")
        var expected = Data([1, 1])
        expected += SignedHeader(Data(Self.long.utf8)).digest
        expected += Data([0, 6]) + Data(#"{"a":""#.utf8) + Data([1, 0])
        expected += Data([0, 1, point, 2, 4, 0, 2]) + Data("{}".utf8)
        expected += Data([0, 1, point, 2, 66, 0, 64]) + Data(repeating: 7, count: 64)
        expected += Data([0, 2]) + Data(#""}"#.utf8)
        #expect(packed.octets == expected)
    }

    static let bodies: [(String, headers: Int)] = [
        (#"{"signedPayload":"\#(signed(#"{"a":1}"#))"}"#, 1),
        // One inside of the other, with the same certificates and with others.
        (#"{"signedPayload":"\#(signed(#"{"info":"\#(signed(#"{"price":1}"#))"}"#))"}"#, 1),
        (#"{"signedPayload":"\#(signed(#"{"info":"\#(signed("{}", header: other))"}"#))"}"#, 2),
        // Side by side, deeper than anything is, and around nothing.
        (#"["\#(signed("{}"))","\#(signed("[]", header: other))","\#(signed("{}"))"]"#, 2),
        ((0..<6).reduce("{}") { text, _ in #"{"s":"\#(signed(text))"}"# }, 1),
        (#"{"s":"\#(long)..\#(signature)"}"#, 1),
        (#"{"s":"\#(long).."}"#, 1),
        // What is spelt in a way of its own stands there as it is.
        (#"{"s":"\#(long).e30=.\#(signature)"}"#, 1),
        (#"{"s":"\#(long).e31.\#(signature)"}"#, 1),
        (#"{"s":"\#(long).e!.\#(signature)more.points"}"#, 1),
        (#"{"s":"\#(long).\#(Base64.urlSafe([0xFF, 0x00, 0x22, 0x01])).AQ"}"#, 1),
        // Two texts, of which the first is not whole.
        (#"{"s":"\#(long)","t":"\#(signed("{}"))"}"#, 1),
        ("before \"eyJ. \" \(signed("{}")) \"\(signed("{}"))\" \u{0} \u{1F33B} after", 1),
    ]

    @Test("Every octet is given back", arguments: bodies)
    func wayBack(text: String, headers: Int) throws {
        let packed = try #require(PackedBody(Data(text.utf8)))
        #expect(packed.headers.count == headers)
        #expect(packed.octets.count < text.utf8.count)
        #expect(try Self.restored(packed) == Data(text.utf8))
    }

    @Test(
        "What would gain nothing is left as it is",
        arguments: [
            "", "{}", "\"", "\"eyJ", "\"eyJ.", "\"eyJ..", #"{"signedPayload":"a.b.c"}"#,
            #"{"signedPayload":"eyJhbGciOiJFUzI1NiJ9.e30.AQ"}"#, #"{"s":"\#(long)"}"#, #"{"s":"\#(long).e30"}"#,
            "\u{1}" + #"{"s":"\#(signed("{}"))"}"#,
        ]
    )
    func nothingGained(text: String) throws {
        #expect(PackedBody(Data(text.utf8)) == nil)
    }

    @Test("A text of many beginnings is read once", .timeLimit(.minutes(1)))
    func manyBeginnings() throws {
        let beginnings = [String](repeating: "\"eyJ\"", count: 1_000_000).joined(separator: ",")
        #expect(PackedBody(Data("[\(beginnings)]".utf8)) == nil)
        let packed = try #require(PackedBody(Data("[\(beginnings),\"\(Self.signed("{}"))\"]".utf8)))
        #expect(packed.headers.count == 1)
    }

    @Test("What is not packed is its own body", arguments: ["", "{}", #"{"signedPayload":"a.b.c"}"#])
    func plain(text: String) throws {
        #expect(try Self.restored(Data(text.utf8), []) == Data(text.utf8))
    }

    @Test("Certificates that are missing are named damage")
    func missing() throws {
        let packed = try #require(PackedBody(Data(Self.bodies[1].0.utf8)))
        let error = #expect(throws: PurchaseServerError.self) {
            try Self.restored(packed, without: packed.headers.first?.digest)
        }
        #expect(error?.code == .databaseDamaged)
        #expect(error?.reason == "a notification's certificates are missing")
    }

    @Test("Whatever is cut off or changed is damage or another text, and ends")
    func damage() throws {
        let packed = try #require(PackedBody(Data(Self.bodies[2].0.utf8)))
        let whole = Array(packed.octets)
        for length in 1..<whole.count {
            let cut = Data(whole.prefix(length))
            guard let body = try Self.damaged(cut, packed.headers) else { continue }
            #expect(body.count < Self.bodies[2].0.utf8.count)
        }
        for place in whole.indices.dropFirst() {
            for value in [0, 1, 2, 3, 0x7F, 0x80, 0xFF] as [UInt8] where value != whole[place] {
                var changed = whole
                changed[place] = value
                let body = try Self.damaged(Data(changed), packed.headers)
                #expect(body != Data(Self.bodies[2].0.utf8))
            }
        }
    }

    /// - Returns: nil where the damage was noticed.
    private static func damaged(_ octets: Data, _ headers: [SignedHeader]) throws -> Data? {
        do { return try restored(octets, headers) } catch let error as PurchaseServerError {
            #expect(error.code == .databaseDamaged)
            return nil
        }
    }

    @Test("A row that would give back more than anything has is damage, and takes no memory")
    func tooLong() throws {
        let header = SignedHeader(Data(repeating: 0x41, count: 4_096))
        let octets = Data([1, 1]) + header.digest + Array(repeating: [1, 0], count: 100_000).joined()
        #expect(try Self.damaged(octets, [header]) == nil)
        let deep = (0..<9).reduce([0, 0] as [UInt8]) { inside, _ in [2, UInt8(inside.count)] + inside }
        #expect(try Self.damaged(Data([1, 0] + deep), []) == nil)
        #expect(PackedBody(Data(repeating: 0x20, count: PackedBody.maximumLength + 1)) == nil)
    }

    @Test("What the App Store really signed comes back", .enabled(if: Fixtures.areAvailable))
    func recorded() throws {
        let folder = try Fixtures.url("jws")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jws") }
        var notifications = 0
        for name in names.sorted() {
            let text = String(decoding: try Fixtures.data("jws/\(name)"), as: UTF8.self)
            let jws = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let body = Data(#"{"signedPayload":"\#(jws)"}"#.utf8)
            guard let packed = PackedBody(body) else { continue }
            #expect(try Self.restored(packed) == body, "\(name)")
            guard name.contains("-notification-"), !name.contains("TEST") else { continue }
            notifications += 1
            #expect(packed.octets.count * 4 < body.count, "\(name): \(packed.octets.count) of \(body.count)")
        }
        #expect(notifications >= 2)
    }
}
