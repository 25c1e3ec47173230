import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore
import NIOFoundationCompat

/// The whole state at once: kept, put back, and in the place of a long log.
struct SnapshotRoutes {
    let context: ControlContext
    /// The longest snapshot that is taken in, in bytes.
    let limit: Int

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("snapshot") { _, _ in
            let snapshot = try context.command { () throws(StoreError) in try store.snapshot() }
            return Response(
                status: .ok,
                headers: [.contentType: "application/octet-stream"],
                body: ResponseBody(byteBuffer: ByteBuffer(data: snapshot))
            )
        }
        group.put("snapshot") { request, _ in
            let snapshot = Data(buffer: try await request.snapshot(upTo: limit))
            // What happened in the state that goes can be told of only by that state.
            await context.notifications.publishAll()
            try context.checkNotificationLog()
            try await context.refusingAll {
                try context.notifications.settle(upTo: store.eventCount)
                try context.clock.restore(snapshot: snapshot)
            }
            return JSONAnswer(Self.state(of: context))
        }
        group.post("compact") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            await context.notifications.publishAll()
            let (before, bytesBefore) = (store.loggedEventCount, context.notifications.logLength)
            try context.refusing { () throws(StoreError) in
                try store.compactLog { count throws(StoreError) in try context.notifications.settle(upTo: count) }
            }
            await context.notifications.compactLog()
            return JSONAnswer([
                "eventsBefore": .number(JSONNumber(before)),
                "eventsAfter": .number(JSONNumber(store.loggedEventCount)),
                "notificationBytesBefore": .number(JSONNumber(bytesBefore)),
                "notificationBytesAfter": .number(JSONNumber(context.notifications.logLength)),
            ])
        }
    }

    /// How far a state has come that took the place of another one, and how much is in it.
    static func state(of context: ControlContext) -> JSONValue {
        [
            "sequence": .number(JSONNumber(context.store.eventCount)),
            "date": .number(JSONNumber(context.clock.now.millisecondsSince1970)),
            "accountCount": .number(JSONNumber(context.store.accounts.count)),
            "subscriptionCount": .number(JSONNumber(context.store.subscriptionCount)),
        ]
    }
}

extension Request {
    /// The body, if it begins as a snapshot does; what is none is refused before it is held.
    fileprivate func snapshot(upTo limit: Int) async throws -> ByteBuffer {
        do {
            if let bytes = try await wholeBody(upTo: limit, beginningWith: StoreEngine.snapshotTitle) { return bytes }
        } catch {
            throw RequestError(error)
        }
        throw RequestError(StoreError(.snapshotDamaged, "these bytes are no snapshot of this version's store"))
    }
}
