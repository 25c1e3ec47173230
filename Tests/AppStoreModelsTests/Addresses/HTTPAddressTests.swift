import AppStoreModels
import Foundation
import Testing

@Suite("Addresses that a request may be sent to")
struct HTTPAddressTests {
    @Test(
        "Hosts by name, IPv4 and IPv6, with and without a port, are accepted as they are",
        arguments: [
            ("http://127.0.0.1:8080/hook", "http://127.0.0.1:8080"),
            ("https://buy.itunes.apple.com/verifyReceipt", "https://buy.itunes.apple.com"),
            ("HTTP://Example.COM:1/", "http://Example.COM:1"),
            ("http://localhost:65535", "http://localhost:65535"),
            ("http://[::1]:8081/a?b=c", "http://[::1]:8081"),
            ("https://[2001:db8::7]/", "https://[2001:db8::7]"),
            ("http://my_host:/", "http://my_host"),
            ("http://host?secret=hush", "http://host"),
            ("http://host:00080/", "http://host:80"),
        ]
    )
    func accepted(text: String, origin: String) throws {
        let address = try HTTPAddress(text)
        #expect(address.url.absoluteString == text)
        #expect(address.origin == origin)
        #expect(try HTTPAddress(address.url) == address)
    }

    static let refused: [(String, HTTPAddressError.Code)] = [
        ("http://127.0.0.1:99999/", .port), ("http://127.0.0.1:65536/", .port), ("http://127.0.0.1:0/", .port),
        ("https://[::1]:70000/", .port), ("http://h:18446744073709551617/", .port),
        ("http://h:99999999999999999999999999/", .port), ("http://h:-1/", .malformed), ("http://h:+80/", .malformed),
        ("ftp://h/", .scheme), ("file:///etc/passwd", .scheme), ("unix:///run/socket", .scheme), ("h/path", .scheme),
        ("", .malformed), ("http:", .host), ("http://", .host), ("http:///path", .host), ("http:h", .host),
        ("http://:80/", .host), ("http://a%00b/", .host), ("http://a%2fb/", .host), ("http://[::1%25lo]/", .host),
        ("http://[v1.x]/", .host), ("http://user@h/", .userInfo), ("http://user:word@h:80/", .userInfo),
        ("http://@h/", .userInfo), ("http://h/a b", .characters), ("http://h/\r\nX: y", .characters),
        ("http://h\u{0}/", .characters), ("http://h/\u{7F}", .characters), ("http://h/\u{85}", .characters),
        ("http://h/" + String(repeating: "x", count: 8_200), .length),
        ("http://" + String(repeating: "x", count: 254) + "/", .host),
    ]

    @Test("What cannot be connected to is refused by the rule that it breaks", arguments: refused)
    func refusal(text: String, code: HTTPAddressError.Code) {
        let error = #expect(throws: HTTPAddressError.self) { try HTTPAddress(text) }
        #expect(error?.code == code)
        #expect(error?.reason.isEmpty == false)
        // Foundation escapes what stands in a text and must not.
        guard let url = URL(string: text), url.absoluteString == text else { return }
        #expect(throws: HTTPAddressError.self) { try HTTPAddress(url) }
    }

    @Test(
        "No refusal repeats what may be secret",
        arguments: [
            "http://user:hush@h/", "http://h:99999/?key=hush", "http://h /?key=hush", "hush://h", "http://hush%00/",
            "hush:secret@h",
        ]
    )
    func secrets(text: String) {
        let error = #expect(throws: HTTPAddressError.self) { try HTTPAddress(text) }
        #expect(error.map { "\($0)".contains("hush") } == false)
    }

    @Test("A refused port is named")
    func namedPort() {
        let error = #expect(throws: HTTPAddressError.self) { try HTTPAddress("http://127.0.0.1:99999/") }
        #expect(
            error?.description
                == "nothing can be sent to this address: its port is 99999; ports go from 1 to 65535"
        )
    }
}
