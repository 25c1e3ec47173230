import Foundation

/// Many connections of one thread to a server on this machine, each of which asks anew as soon as it was answered.
final class LoadClients {
    private let descriptors: [Int32]
    private let requests: [[UInt8]]
    private var nextRequest = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var pending: [Int]
    private var askedAt: [ContinuousClock.Instant]
    /// How long each answer of the last turn took, in seconds.
    private var waits: [Double] = []

    /// Within how many seconds 99 of 100 of the last turn were answered.
    var p99: Double { waits.isEmpty ? 0 : waits.sorted()[waits.count * 99 / 100] }

    /// - Parameters:
    ///   - count: How many connections.
    ///   - port: Where the server listens.
    ///   - request: What each asks; its answers must have a `Content-Length`.
    convenience init(_ count: Int, port: Int, request: String) throws {
        try self.init(count, port: port, requests: [request])
    }

    /// - Parameter requests: What is asked, one after the other and all over again.
    convenience init(_ count: Int, port: Int, requests: [String]) throws {
        try self.init(count, port: port, requests: requests.map { Array($0.utf8) })
    }

    /// The same for requests that are octets already.
    init(_ count: Int, port: Int, requests: [[UInt8]]) throws {
        descriptors = try (0..<count).map { _ in try Self.connect(port) }
        self.requests = requests
        pending = Array(repeating: 0, count: count)
        askedAt = Array(repeating: .now, count: count)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    /// Has so many requests answered.
    ///
    /// - Returns: How many were answered in a second.
    func rate(of requests: Int) throws -> Double { try pace(of: requests).perSecond }

    /// Has so many requests answered, and fewer than there are connections more. At the end each connection has asked once more
    /// and was answered, which does not count: the server always has as many to answer as there are connections.
    func pace(of requests: Int) throws -> Pace {
        waits.removeAll(keepingCapacity: true)
        var answered = 0
        let seconds = try OwnProcess.seconds {
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            for index in descriptors.indices { try ask(index) }
            while answered < requests {
                guard poll(&polled, nfds_t(polled.count), 60_000) > 0 else {
                    throw BenchmarkError("no answer for a minute")
                }
                for index in polled.indices where polled[index].revents != 0 {
                    guard try receive(index) else { continue }
                    answered += 1
                    let wait = (ContinuousClock.now - askedAt[index]).components
                    waits.append(Double(wait.seconds) + Double(wait.attoseconds) / 1e18)
                    try ask(index)
                }
            }
        }
        // Answers to what was asked last, so that the next turn begins without any.
        for index in descriptors.indices where pending[index] != 0 { while try !receive(index) {} }
        return Pace(count: answered, seconds: seconds)
    }

    private func ask(_ index: Int) throws {
        let request = requests[nextRequest]
        nextRequest = (nextRequest + 1) % requests.count
        guard send(descriptors[index], request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw BenchmarkError("the server does not take a request")
        }
        pending[index] = -1
        askedAt[index] = .now
    }

    /// Reads what is there of an answer.
    ///
    /// - Returns: Whether it is all there.
    private func receive(_ index: Int) throws -> Bool {
        let count = recv(descriptors[index], &buffer, buffer.count, 0)
        guard count > 0 else { throw BenchmarkError("the server closed a connection that did nothing wrong") }
        if pending[index] == -1 {
            // Only the head is read as text: the body is the server's work, not this program's.
            guard let end = Self.headEnd(in: buffer[..<count]) else { throw BenchmarkError("half a head") }
            pending[index] = try Self.bodyLength(buffer[..<end]) - (count - end)
        } else {
            pending[index] -= count
        }
        return pending[index] == 0
    }

    /// Asks once, and waits for all of the answer.
    ///
    /// - Returns: The body.
    static func answer(_ port: Int, _ request: String) throws -> Data {
        let descriptor = try connect(port)
        defer { close(descriptor) }
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw BenchmarkError("the server does not take a request")
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 60_000) > 0 else { throw BenchmarkError("no answer for a minute") }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw BenchmarkError("the server closed a connection that did nothing wrong") }
            received += buffer[..<count]
            guard let end = headEnd(in: received[...]) else { continue }
            let length = try bodyLength(received[..<end])
            if received.count >= end + length { return Data(received[end..<(end + length)]) }
        }
    }

    /// The length of the body of an answer that is one. Looked for octet by octet: what this program takes of the processor
    /// is taken from the server.
    private static func bodyLength(_ head: ArraySlice<UInt8>) throws -> Int {
        var rest = head
        while rest.starts(with: Self.ok) || rest.startIndex > head.startIndex {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
            rest = rest[(end + 1)...]
            guard rest.count > lengthName.count, zip(rest, lengthName).allSatisfy({ $0 | 0x20 == $1 }) else { continue }
            let value = rest.dropFirst(lengthName.count).drop { $0 == UInt8(ascii: " ") }
            let digits = value.prefix { $0 >= 0x30 && $0 <= 0x39 }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        throw BenchmarkError("unexpected answer: \(String(decoding: head.prefix(200), as: UTF8.self))")
    }

    private static let ok = Array("HTTP/1.1 200 ".utf8)
    // With 0x20 in every octet, as the colon has already.
    private static let lengthName = Array("content-length:".utf8)

    /// Where the body begins: behind the first empty line.
    private static func headEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        let feed = UInt8(ascii: "\n")
        var previous: Int?
        for (offset, byte) in bytes.enumerated() where byte == feed {
            if let previous, offset - previous == 2 { return offset + 1 }
            previous = offset
        }
        return nil
    }

    /// A connection to a port of this machine.
    ///
    /// - Parameter isDeaf: Whether the system is to hold little of what the server sends. It reserves 2 MB and more for a
    ///   connection within one machine, by the length of its segments; a client that reads nothing would not be noticed.
    static func connect(_ port: Int, isDeaf: Bool = false) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if isDeaf {
            var (received, segment): (Int32, Int32) = (4_096, 1_000)
            let length = socklen_t(MemoryLayout<Int32>.size)
            guard setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &received, length) == 0,
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &segment, length) == 0
            else { throw BenchmarkError("cannot make a client deaf") }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        guard descriptor >= 0, result == 0 else { throw BenchmarkError("cannot connect to port \(port)") }
        return descriptor
    }
}
