/// Calls that share running requests: one request a key, any number of callers, each answered exactly once.
///
/// Pure: what to start, cancel and call comes back to the owner, who does it outside of the lock.
struct JoinedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var running: [Key: Running] = [:]
    private var nextNumber = 0

    private struct Running: Sendable {
        let generation: Int
        var callers: [(number: Int, handler: Handler<Value>)]
        var request: StoreRequest?
    }

    /// Who asked, and whether the owner has to start a request for them.
    struct Ticket: Sendable {
        let key: Key
        let caller: Int
        let generation: Int
        let isFirst: Bool
    }

    /// Takes in a caller.
    mutating func join(_ key: Key, _ handler: Handler<Value>) -> Ticket {
        nextNumber += 1
        let caller = (number: nextNumber, handler: handler)
        guard let generation = running[key]?.generation else {
            running[key] = Running(generation: nextNumber, callers: [caller])
            return Ticket(key: key, caller: nextNumber, generation: nextNumber, isFirst: true)
        }
        running[key]?.callers.append(caller)
        return Ticket(key: key, caller: nextNumber, generation: generation, isFirst: false)
    }

    /// Keeps the request that was started; gives it back if everybody has left meanwhile.
    mutating func started(_ request: StoreRequest, for ticket: Ticket) -> StoreRequest? {
        guard running[ticket.key]?.generation == ticket.generation else { return request }
        running[ticket.key]?.request = request
        return nil
    }

    /// The request has ended: everybody who waited, in the order in which they came.
    ///
    /// The key is free again before anybody is called, so that a completion may ask once more.
    mutating func end(_ ticket: Ticket) -> [Handler<Value>] {
        guard let ended = running[ticket.key], ended.generation == ticket.generation else { return [] }
        running[ticket.key] = nil
        return ended.callers.map(\.handler)
    }

    /// One caller leaves: its handler, if it still waited, and the request, if nobody waits for it any more.
    mutating func leave(_ ticket: Ticket) -> (handler: Handler<Value>?, request: StoreRequest?) {
        guard var left = running[ticket.key], left.generation == ticket.generation,
            let index = left.callers.firstIndex(where: { $0.number == ticket.caller })
        else { return (nil, nil) }
        let caller = left.callers.remove(at: index)
        running[ticket.key] = left.callers.isEmpty ? nil : left
        return (caller.handler, left.callers.isEmpty ? left.request : nil)
    }
}
