package import AppStoreModels
import Foundation
import Locking

/// Plays customers and the App Store against a running purchase server, and takes the time.
///
/// With a rate, requests are due at even distances. One whose turn comes while all connections wait for answers is sent late and
/// timed from when it was due: a server that stalls for a second is not flattered by the requests that nobody sent meanwhile
/// (coordinated omission). One that a free connection sends late because this machine was busy is timed from when it is sent, and
/// the delay is told apart: ``LoadResult/generatorDelay``.
package struct LoadRun<C: Clock<Duration>>: Sendable {
    let plan: LoadPlan
    let target: LoadTarget
    let transport: any HTTPTransport
    let clock: C
    private let player: LoadPlayer

    /// - Parameters:
    ///   - stock: What is sent.
    ///   - clock: Takes the time.
    /// - Throws: ``LoadFailure``, code `nothingToSend`, if there is nothing of a kind that the plan has.
    package init(
        plan: LoadPlan,
        target: LoadTarget,
        stock: LoadStock,
        transport: any HTTPTransport,
        clock: C
    ) throws(LoadFailure) {
        for kind in LoadKind.allCases where plan.mix.share(of: kind) > 0 && stock.count(of: kind) == 0 {
            throw LoadFailure(
                .nothingToSend,
                "there is nothing to send of the kind \(kind.rawValue); take more customers"
            )
        }
        self.plan = plan
        self.target = target
        self.transport = transport
        self.clock = clock
        player = LoadPlayer(stock: stock, plan: plan)
    }

    /// Tells the server of all customers, before anything is counted.
    ///
    /// - Parameter progress: Called with how many it knows.
    /// - Throws: ``LoadFailure`` with the first answer that is not as it should be.
    package func introduce(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        let requests = player.introductions
        let next = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(plan.connections, requests.count) {
                group.addTask {
                    while true {
                        let number = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard number < requests.count else { return }
                        try await introduce(requests[number])
                        progress(number + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func introduce(_ request: LoadRequest) async throws {
        let answer: HTTPTransportResponse
        do {
            answer = try await transport.send(target.request(request))
        } catch let error as HTTPTransportError {
            throw LoadFailure(.notTaken, "the server cannot be reached: \(error.reason)")
        }
        guard !request.isGood(answer.status) else { return }
        let error = (try? JSONValue(parsing: answer.body))?.object?[object: "error"]
        let reason = error.map { "\($0[string: "code"] ?? ""): \($0[string: "message"] ?? "")" } ?? ""
        throw LoadFailure(.notTaken, "the server answers \(answer.status) to an upload: \(reason)")
    }

    /// Carries the plan out.
    package func result() async throws -> LoadResult {
        let tickets = Locked<UInt64>(0)
        let start = clock.now
        var result = try await withThrowingTaskGroup(of: LoadResult.self) { group in
            for _ in 0..<plan.connections { group.addTask { try await work(from: start, tickets) } }
            return try await group.reduce(into: LoadResult()) { $0.add($1) }
        }
        result.seconds = plan.duration
        for kind in [LoadKind.upload, .notification] { result.repetitions[kind] = player.repetitions(of: kind) }
        return result
    }

    /// What one connection does.
    private func work(from start: C.Instant, _ tickets: Locked<UInt64>) async throws -> LoadResult {
        var result = LoadResult()
        let counted = start.advanced(by: .seconds(plan.warmUp))
        let end = counted.advanced(by: .seconds(plan.duration))
        while !Task.isCancelled {
            let number = tickets.withLock { next in
                defer { next += 1 }
                return next
            }
            switch try await begin(number, from: start, until: end) {
            case .over: return result
            case .tooLate(let due): if due >= counted { result.unsentCount += 1 }
            case .now(let due, let delay):
                result.generatorDelay = max(result.generatorDelay, delay.microseconds)
                try await send(player.turn(number), due: due, counts: due >= counted, &result)
            }
        }
        throw CancellationError()
    }

    /// When a request begins.
    private enum Beginning {
        /// It is timed from when it was due; what this machine was late by itself is told apart.
        case now(due: C.Instant, delay: Duration)
        /// It was due while all connections waited for the server, and the time is over.
        case tooLate(due: C.Instant)
        /// It is not part of the run.
        case over
    }

    /// Waits until a request is due.
    private func begin(_ number: UInt64, from start: C.Instant, until end: C.Instant) async throws -> Beginning {
        let ready = clock.now
        guard case .rate(let perSecond) = plan.pace else {
            return ready < end ? .now(due: ready, delay: .zero) : .over
        }
        let due = start.advanced(by: .nanoseconds(Int64((Double(number) / perSecond * 1e9).rounded())))
        guard due < end else { return .over }
        guard ready <= due else { return ready < end ? .now(due: due, delay: .zero) : .tooLate(due: due) }
        try await clock.sleep(until: due, tolerance: .zero)
        let woken = clock.now
        return .now(due: woken, delay: due.duration(to: woken))
    }

    private func send(
        _ turn: LoadPlayer.Turn,
        due: C.Instant,
        counts: Bool,
        _ result: inout LoadResult
    ) async throws {
        let sent = clock.now
        let outcome = try await outcome(of: turn)
        let done = clock.now
        guard counts else { return }
        var part = result.parts[turn.request.kind] ?? LoadResult.Part()
        part.response.record(due.duration(to: done).microseconds)
        part.service.record(sent.duration(to: done).microseconds)
        switch outcome {
        case .good(let isUnchanged):
            part.goodCount += 1
            if isUnchanged { part.unchangedCount += 1 }
        case .failed(let reason): part.failures[reason, default: 0] += 1
        }
        result.parts[turn.request.kind] = part
    }

    private enum Outcome {
        case good(isUnchanged: Bool)
        case failed(String)
    }

    private func outcome(of turn: LoadPlayer.Turn) async throws -> Outcome {
        do {
            let answer = try await transport.send(target.request(turn.request))
            guard turn.request.isGood(answer.status) else { return .failed("\(answer.status)") }
            player.note(answer.entityTagHeader, of: turn)
            return .good(isUnchanged: answer.status == 304)
        } catch let error as HTTPTransportError {
            return .failed(error.code.rawValue)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return .failed("\(type(of: error))")
        }
    }
}

extension Duration {
    /// In whole microseconds; what is too long to be counted is the longest.
    fileprivate var microseconds: Int64 {
        let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max / 2 : seconds + components.attoseconds / 1_000_000_000_000
    }
}
