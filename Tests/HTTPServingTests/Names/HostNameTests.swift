import Testing

@testable import HTTPServing

@Suite("Names of this machine")
struct HostNameTests {
    @Test(
        "These name this machine, with or without a port",
        arguments: [
            "localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:8081", "127.9.9.9:1", "[::1]", "[::1]:8081",
        ]
    )
    func own(authority: String) {
        #expect(HostName(authority: authority)?.isLoopback == true)
    }

    @Test(
        "These do not, and what is no host is none",
        arguments: [
            "evil.example", "evil.example:8081", "127.0.0.1.evil.example", "localhost.evil.example", "127.1", "0.0.0.0",
            "", ":80", "localhost:", "localhost:x", "localhost:99999", "[::1", "[]", "[::1]x", "localhost@evil",
        ]
    )
    func foreign(authority: String) {
        #expect(HostName(authority: authority)?.isLoopback != true)
    }
}
