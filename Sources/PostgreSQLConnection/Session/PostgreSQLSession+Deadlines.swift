import CLibPQ
import Locking
import NIOCore
import NIOPosix

extension PostgreSQLSession {
    /// Looks at deadlines at this time, if not earlier. One timer is enough for all requests: most have the same time to run.
    func wakeUp(at due: NIODeadline) {
        if let timerDue, timerDue <= due { return }
        timer?.cancel()
        timerDue = due
        timer = schedule(due) { $0.lookAtDeadlines() }
    }

    private func lookAtDeadlines() {
        timer = nil
        timerDue = nil
        guard case .ready = state else { return }
        let now = NIODeadline.now()
        if let cancelDue, cancelDue <= now {
            // The server does not even answer that. What is behind it would wait for ever.
            let reason = "the server did not answer for \(settings.cancelGrace) after it was asked to cancel"
            return end(PostgreSQLError(.connectionLost, reason))
        }
        for exchange in queued.removeAll(where: { $0.deadline <= now }) {
            let reason = "a statement waited \(exchange.limit) for those before it and was not sent"
            exchange.fail(PostgreSQLError(.deadlineExceeded, reason))
        }
        let sent = underWay.all.flatMap(\.exchanges)
        for exchange in sent where exchange.deadline <= now { bringToEnd(exchange, .deadline) }
        for exchange in sent {
            guard let graceEnd = exchange.graceEnd, graceEnd <= now else { continue }
            let reason = "a statement was not done within \(exchange.limit)"
            let mayHaveHappened = !exchange.onlyReads
            exchange.fail(PostgreSQLError(.deadlineExceeded, reason, mayHaveHappened: mayHaveHappened))
            exchange.graceEnd = nil
        }
        // A request to cancel that came before the statement began was in vain, so it is made again.
        cancelFirst()
        var dues = queued.all.map(\.deadline)
        dues += sent.compactMap { $0.end == nil ? $0.deadline : $0.graceEnd }
        if let cancelDue { dues.append(cancelDue) }
        if let next = dues.min() { wakeUp(at: next) }
    }

    /// Asks the server to end an exchange, and sees to it that its caller is told in time.
    func bringToEnd(_ exchange: Exchange, _ reason: Exchange.End) {
        guard exchange.end == nil else { return }
        exchange.end = reason
        let graceEnd = NIODeadline.now() + TimeAmount(settings.cancelGrace)
        exchange.graceEnd = graceEnd
        wakeUp(at: graceEnd)
        cancelFirst()
    }

    /// Asks the server to cancel what it is at, if that is to end. For what is behind it nothing is asked: the server would
    /// cancel what it is at.
    func cancelFirst() {
        guard !isCancelling, let first = underWay.first, first.hasEnd, let libpq else { return }
        guard let request = PQgetCancel(libpq.pointer) else { return }
        isCancelling = true
        cancels += 1
        let now = NIODeadline.now()
        // Where its turn came late its caller has been told, and it has some time of its own.
        let told = first.exchanges.compactMap(\.graceEnd).min() ?? now
        let due = cancelDue ?? max(told, now + TimeAmount(settings.cancelGrace / 2))
        cancelDue = due
        wakeUp(at: min(due, now + TimeAmount(settings.cancelGrace / 4)))
        let handedOver = HandedOver(request)
        BlockingCalls.cancels.submit { _ in
            var reason = [CChar](repeating: 0, count: 256)
            // If it fails nothing is cancelled, and the connection is given up when that is due.
            _ = PQcancel(handedOver.value, &reason, CInt(reason.count))
            PQfreeCancel(handedOver.value)
            self.perform { $0.cancelIsMade() }
        }
    }

    /// The server has got the request to cancel, which strikes what it is at now or nothing: what waited for that is sent.
    private func cancelIsMade() {
        isCancelling = false
        if underWay.first?.hasEnd != true { cancelDue = nil }
        if !queued.isEmpty { pumpSoon() }
    }

    /// Asks for the end of everything that is under way.
    func bringAllToEnd() {
        for exchange in underWay.all.flatMap(\.exchanges) { bringToEnd(exchange, .deadline) }
    }
}
