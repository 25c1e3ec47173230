import Foundation
import Testing

@testable import PurchaseServer

@Suite("Files that are packed with gzip")
struct GzipReaderTests {
    private static let list = "customer,original_transaction_id\n" + String(repeating: "flora,1\n", count: 20)
    /// With the code that the format fixes, as it stands, and with the code that fits best.
    private static let packed = [
        "H4sIAAAAAAACA0suLS7Jz00t0skvykzPzEvMiS8pSswrTkwuyczPi89M4UrLyS9K1DEctDQAUwTPZMEAAAA=",
        "H4sIAAAAAAAEAwHBAD7/Y3VzdG9tZXIsb3JpZ2luYWxfdHJhbnNhY3Rpb25faWQKZmxvcmEsMQpmbG9yYSwxCmZsb3JhLDEKZmxvcmEsMQpm"
            + "bG9yYSwxCmZsb3JhLDEKZmxvcmEsMQpmbG9yYSwxCmZsb3JhLDEKZmxvcmEsMQpmbG9yYSwxCmZsb3JhLDEKZmxvcmEsMQpmbG9yYSwx"
            + "CmZsb3JhLDEKZmxvcmEsMQpmbG9yYSwxCmZsb3JhLDEKZmxvcmEsMQpmbG9yYSwxClMEz2TBAAAA",
    ]
    /// 400 letters, by a code of their own.
    private static let letters =
        "H4sIAAAAAAACAxWQyQ0AMQgD/9RCU+Yycf8FLCuUB3LkGVF6OVpXCNuvyva9pWd5Pho8Umj0ymikaXMCudVObz5qnqgaR8st7VaFebm6I9Y3"
        + "JphoMiDhGuYd5zoj9FBsdRpmJsl9dPm7oOlm1ez7PDjKPXnCfXZ8ZG0LwTHt29LkzRzzx5zHIbxr8iztQDNemzEnpu0KvBplj1+k/CnXyqYI"
        + "ZmH1+Kxg6/YLVKijAHtFAWuRr8vxHqGYoy2mKl5kdeLOSXS1/nwHSARiYXG3Pc8YOtVzgrwmmDGUmJV/bBObJJABAAA="

    private static func bytes(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

    /// What comes out of octets that come a few at a time.
    private static func unpacked(_ data: Data, portion: Int = 7) throws -> String {
        var rest = data[...]
        var source = ByteSource(
            unpacking: ByteSource {
                defer { rest = rest.dropFirst(portion) }
                return Data(rest.prefix(portion))
            }
        )
        var result: [UInt8] = []
        while let more = try source.next() { result += more }
        return String(decoding: result, as: UTF8.self)
    }

    @Test("They are unpacked, in whatever portions they come", arguments: [1, 7, 100_000])
    func unpacked(portion: Int) throws {
        for packed in Self.packed {
            #expect(try Self.unpacked(Self.bytes(packed), portion: portion) == Self.list)
        }
        let letters = try Self.unpacked(Self.bytes(Self.letters), portion: portion)
        #expect(letters.count == 400)
        #expect(letters.hasPrefix("djicfjh,jbjaheidd\nhiihg,cd,cig\n"))
        #expect(letters.hasSuffix("gbjcafhj,"))
    }

    @Test("Several behind each other are one text")
    func several() throws {
        let data = try Self.packed.map(Self.bytes).reduce(Data(), +)
        #expect(try Self.unpacked(data) == Self.list + Self.list)
    }

    @Test("What is not packed comes as it is", arguments: ["", "a", "customer,receipt\n", "\u{1F}x"])
    func plain(text: String) throws {
        #expect(try Self.unpacked(Data(text.utf8)) == text)
    }

    @Test("A name and a remark in the head are passed over")
    func head() throws {
        var data = try Self.bytes(Self.packed[0])
        data[3] = 8 | 16 | 4
        data.replaceSubrange(
            10..<10,
            with: [2, 0, 1, 1] + Array("list.csv".utf8) + [0] + Array("hello".utf8) + [0]
        )
        #expect(try Self.unpacked(data) == Self.list)
    }

    @Test("A file that is cut short anywhere, or has another octet, is refused; it never stops the program")
    func damaged() throws {
        for packed in Self.packed + [Self.letters] {
            let data = try Self.bytes(packed)
            let whole = try Self.unpacked(data)
            for count in 2..<data.count {
                let error = #expect(throws: ImportError.self) { try Self.unpacked(data.prefix(count)) }
                #expect(error?.code == .unreadable)
            }
            // What says when it was packed and on what means nothing; all else is in the checksum.
            for place in 10..<data.count {
                var bent = data
                bent[place] ^= 0x10
                let text = try? Self.unpacked(bent)
                #expect(text == nil || text == whole, "\(place)")
            }
        }
    }
}
