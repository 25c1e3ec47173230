import AppStoreModels
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Families: who belongs to which, and what a purchaser shares.
struct FamilyRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("families") { _, _ in
            JSONAnswer(["families": .array(store.families.map(\.json))])
        }
        group.post("families") { request, _ in
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["id", "organizer"])
            let (id, organizer) = (try body.required("id"), try body.required("organizer"))
            let family = try context.command { () throws(StoreError) in
                try store.createFamily(id: id, organizer: organizer)
                return try store.family(id)
            }
            return JSONAnswer(family.json, status: .created)
        }
        group.post("families/:id/members") { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["account"])
            let account = try body.required("account")
            let family = try context.command { () throws(StoreError) in
                try store.joinFamily(id: id, account: account)
                return try store.family(id)
            }
            return JSONAnswer(family.json)
        }
        group.delete("families/:id/members/:account") { _, routing in
            let (id, member) = (try routing.part("id"), try routing.part("account"))
            let family = try context.refusing { () throws(StoreError) in try store.family(id) }
            guard family.memberIDs.contains(member) else {
                throw RequestError(.conflict, "invalid-state", "\"\(member)\" is not in the family \"\(id)\"")
            }
            let account = try context.command { () throws(StoreError) in
                try store.leaveFamily(account: member)
                return try store.account(member)
            }
            return JSONAnswer(account.json)
        }
        group.post("transactions/:id/family-sharing") { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["enabled"])
            let isOn = try body.requiredFlag("enabled")
            let account = try context.command { () throws(StoreError) in
                try store.setFamilySharing(isOn, originalTransactionID: id)
                return try store.account(store.transaction(id).accountID)
            }
            return JSONAnswer(account.json)
        }
    }
}

extension FamilyGroup {
    var json: JSONValue {
        [
            "id": .string(id), "organizer": .string(organizerID), "members": .array(memberIDs.map(JSONValue.string)),
        ]
    }
}
