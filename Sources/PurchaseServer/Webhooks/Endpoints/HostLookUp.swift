import Locking
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks names up by a call that blocks a thread until it knows, however long that takes.
///
/// The threads are its own, so that names for which nobody answers keep no other work of this process waiting. A name is
/// looked up once for all who ask meanwhile: it holds one thread, and leaves the others to other names. Who stops waiting
/// goes at once; the thread goes on until the call ends.
final class HostLookUp: Sendable {
    /// Finds the addresses of a name, and takes its time.
    typealias Call = @Sendable (_ host: String) throws -> [String]

    /// Why a name is not looked up.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private typealias Answer = Result<[String], any Error>

    /// What becomes of a question.
    private enum Place {
        /// Nobody asks the same: a thread is to be found for it.
        case first
        /// Somebody asks the same, and has a thread or waits for one.
        case besideOthers
        case refused
    }

    private let threads: NIOThreadPool
    private let call: Call
    /// Who waits for each name that is looked up.
    private let waiting = Locked<[String: [AsyncStream<Answer>.Continuation]]>([:])

    /// How many names may wait for an answer or a thread; there are at most a hundred webhooks.
    private static let maximumNames = 256

    /// - Parameters:
    ///   - threads: How many names may be looked up at the same time.
    ///   - call: Finds the addresses of a name.
    init(threads: Int, by call: @escaping Call) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.call = call
        self.threads.start()
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// - Throws: ``Failure``, what the call throws, or `CancellationError` as soon as the task is cancelled.
    func addresses(of host: String) async throws -> [String] {
        let (stream, waiter) = AsyncStream.makeStream(of: Answer.self)
        switch join(host, waiter) {
        case .first: begin(host)
        case .besideOthers: break
        case .refused: throw Failure(description: "too many other names are being looked up")
        }
        for await answer in stream { return try answer.get() }
        throw CancellationError()
    }

    private func join(_ host: String, _ waiter: AsyncStream<Answer>.Continuation) -> Place {
        waiting.withLock { waiting in
            if waiting[host] != nil {
                waiting[host]?.append(waiter)
                return .besideOthers
            }
            guard waiting.count < Self.maximumNames else { return .refused }
            waiting[host] = [waiter]
            return .first
        }
    }

    private func begin(_ host: String) {
        threads.submit { work in
            let answer: Answer =
                work == .active
                ? Answer { try self.call(host) } : .failure(Failure(description: "no name is looked up any more"))
            let waiters = self.waiting.withLock { $0.removeValue(forKey: host) } ?? []
            for waiter in waiters {
                waiter.yield(answer)
                waiter.finish()
            }
        }
    }

    // MARK: The system's

    /// By the system's own call, for the whole process.
    static let system = HostLookUp(threads: 16, by: ask)

    @Sendable private static func ask(_ host: String) throws -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else {
            throw Failure(description: "\(host) cannot be looked up")
        }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(name.count)
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &name, length, nil, 0, NI_NUMERICHOST) == 0 {
                found.append(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            next = entry.ai_next
        }
        return found
    }
}
