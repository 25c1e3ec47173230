import Foundation

/// A connection to this machine that sends whatever it is told, and reads only when it is told to.
///
/// Every call ends: the system cuts reads and writes off after a minute.
final class RawSocket: Sendable {
    struct Failure: Error { let code: Int32 }

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // Not closed here: every property has its value, so `deinit` runs and closes it. A second close would hit whatever
        // another thread has opened in between.
        guard result == 0 else { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// Sends bytes; what the other side refuses to take is lost.
    ///
    /// - Returns: Whether all were taken.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads until the text ends so, or the other side closes, or nothing comes.
    func read(until end: String? = nil) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { break }
            bytes += part.prefix(count)
            if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Asks for the server's health on a connection of its own.
    static func health(_ port: Int) throws -> String {
        let socket = try RawSocket(port: port)
        socket.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return socket.read(until: "\"status\":\"ok\"")
    }
}
