import CLibPQ
import Foundation
import Locking
import NIOCore

/// Tells event loops when descriptors that somebody else reads are ready.
///
/// NIO watches only what it reads itself: its selector is not open to others, and a channel on libpq's socket, or on a
/// copy of it, would take bytes that libpq waits for. So one thread of the process waits for all sockets of libpq in one
/// `epoll_wait`, and does nothing but tell the event loop of each. It neither polls nor calls libpq.
///
/// A descriptor is reported once for each time that it is asked for (`EPOLLONESHOT`), so a socket that nobody attends to
/// costs nothing.
final class DescriptorWatch: Sendable {
    /// What a descriptor is ready for.
    struct Readiness: OptionSet, Sendable {
        let rawValue: UInt32
        /// There is something to read, or an error or the end to be found by reading.
        static let readable = Self(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
        static let writable = Self(rawValue: EPOLLOUT.rawValue)
    }

    /// Who is told: once, on the event loop.
    typealias Ready = @Sendable () -> Void

    private struct Watched: Sendable {
        var eventLoop: any EventLoop
        var ready: Ready
    }

    private struct State {
        var next: UInt64 = 1
        var watched: [UInt64: Watched] = [:]
    }

    private let queue: CInt
    private let state = Locked(State())

    /// The watch of the process; its thread waits as long as the process lives.
    ///
    /// - Throws: ``PostgreSQLError`` if the kernel has no descriptor for it.
    static func shared() throws(PostgreSQLError) -> DescriptorWatch {
        guard let watch = process else {
            throw PostgreSQLError(
                .outOfResources,
                "the system has no descriptor to wait for sockets with (epoll_create1)"
            )
        }
        return watch
    }

    private static let process: DescriptorWatch? = {
        let queue = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard queue >= 0 else { return nil }
        let watch = DescriptorWatch(queue)
        let thread = Thread { watch.wait() }
        thread.name = "postgresql-watch"
        thread.stackSize = 1 << 18
        thread.start()
        return watch
    }()

    private init(_ queue: CInt) { self.queue = queue }

    /// A number for who will be told of readiness on an event loop, until ``forget(_:)``.
    func register(on eventLoop: any EventLoop, ready: @escaping Ready) -> UInt64 {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.watched[number] = Watched(eventLoop: eventLoop, ready: ready)
            return number
        }
    }

    /// Tells the registered when the descriptor is ready, once.
    ///
    /// libpq may close a socket and open another while it connects, so a descriptor is not remembered: the kernel forgets it
    /// with the socket, and it is added where it is not known.
    ///
    /// - Returns: Whether the kernel watches it.
    func arm(_ descriptor: CInt, for readiness: Readiness, of number: UInt64) -> Bool {
        var event = epoll_event()
        event.events = readiness.rawValue | EPOLLONESHOT.rawValue
        event.data.u64 = number
        if epoll_ctl(queue, EPOLL_CTL_MOD, descriptor, &event) == 0 { return true }
        return errno == ENOENT && epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Nobody is told any more. To be called before the descriptor is closed.
    func forget(_ number: UInt64, descriptor: CInt) {
        state.withLock { _ = $0.watched.removeValue(forKey: number) }
        var event = epoll_event()
        if descriptor >= 0 { epoll_ctl(queue, EPOLL_CTL_DEL, descriptor, &event) }
    }

    private func wait() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = epoll_wait(queue, &events, CInt(events.count), -1)
            // A signal; nothing else can go wrong with a queue that is never closed.
            guard count > 0 else { continue }
            let numbers = events.prefix(Int(count)).map(\.data.u64)
            for watched in state.withLock({ state in numbers.compactMap { state.watched[$0] } }) {
                watched.eventLoop.execute(watched.ready)
            }
        }
    }
}
