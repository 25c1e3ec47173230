import Foundation

/// Everything that is sent in a run, signed before it begins: a signature takes longer than many an answer.
package struct LoadStock: Sendable {
    /// Somebody with the first upload, by which the server gets to know them.
    struct Customer: Sendable {
        let name: String
        let first: Data
    }

    /// What a customer uploads later.
    struct Upload: Sendable {
        /// Of the customers.
        let customer: Int
        let body: Data
    }

    let customers: [Customer]
    /// The customers' second purchases, then the third, and so on.
    let uploads: [Upload]
    /// What the App Store sends.
    let notifications: [Data]

    /// Signs what a run needs.
    ///
    /// - Parameters:
    ///   - needs: How much of each kind; where the shop has less, it is sent again from the beginning.
    ///   - progress: Called with how much is signed, of how much.
    package init(
        _ shop: LoadShop,
        needs: [LoadKind: Int],
        progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws {
        var customers: [Customer] = []
        var rounds: [[Upload]] = []
        let wanted = needs[.upload] ?? 0
        let sent = min(needs[.notification] ?? 0, shop.notificationCount)
        let all = shop.customers.count + sent
        for (number, name) in shop.customers.enumerated() {
            let bodies = try shop.uploads(
                of: name,
                atMost: 1 + (wanted + shop.customers.count - 1) / shop.customers.count
            )
            guard let first = bodies.first else { continue }
            customers.append(Customer(name: name, first: first))
            for (round, body) in bodies.dropFirst().enumerated() {
                if rounds.count <= round { rounds.append([]) }
                rounds[round].append(Upload(customer: customers.count - 1, body: body))
            }
            progress(number + 1, all)
        }
        self.customers = customers
        uploads = rounds.flatMap(\.self)
        // The newest: the older ones are of purchases that the first uploads have told.
        var notifications: [Data] = []
        for number in (shop.notificationCount - sent)..<shop.notificationCount {
            if let body = try shop.notification(number) { notifications.append(body) }
            progress(customers.count + notifications.count, all)
        }
        self.notifications = notifications
    }

    /// How many of a kind there are before they begin again.
    package func count(of kind: LoadKind) -> Int {
        switch kind {
        case .upload: uploads.count
        case .lookUp: customers.count
        case .notification: notifications.count
        }
    }
}
