extension SimulationRule {
    /// All rules, by their numbers.
    package static let all = [
        Self(
            number: 1,
            name: "Nothing paid is lost",
            statement: """
                What an app has finished, the purchase server has: as a fact about that customer, or in an upload that waits for \
                the App Store. Everything else the App Store offers the app again.
                """,
            moment: .always
        ) { try await $0.lostPurchases() },
        Self(
            number: 2,
            name: "What was acknowledged is known",
            statement: """
                A notification that the purchase server answered with 200 is part of what it knows, whatever fails afterwards \
                and whoever has the purchase: the transaction is there, and a refund that still holds is there as one.
                """,
            moment: .always
        ) { try await $0.forgottenNotifications() },
        Self(
            number: 3,
            name: "Nothing is delivered twice",
            statement: """
                A balance never has more than was bought, however often an upload, a notification or an event comes, neither the \
                server's nor that of a game server which keeps each event once.
                """,
            moment: .always
        ) { try await $0.doubledDeliveries() },
        Self(
            number: 4,
            name: "Device and server agree within the trust window",
            statement: """
                An app that cannot ask shows exactly what the server last signed for it, less what has ended since, and nothing \
                at all once the trust window is over.
                """,
            moment: .always
        ) { try await $0.disagreements() },
        Self(
            number: 5,
            name: "Nobody has what was not bought",
            statement: "Whoever is entitled to a product by the server has bought it, under the same account.",
            moment: .always
        ) { try await $0.giftsOfNobody() },
        Self(
            number: 6,
            name: "A purchase stays with who bought it",
            statement:
                "What the server knows of a customer are transactions of that customer's account, and of no other.",
            moment: .always
        ) { try await $0.strayPurchases() },
        Self(
            number: 7,
            name: "No secret is in a log",
            statement: """
                No line of the server's log, at any level, has a secret key, a secret, a private key, a receipt, a signed \
                transaction or a customer's token in it.
                """,
            moment: .always
        ) { $0.secretsInLog() },
        Self(
            number: 8,
            name: "The server fails only where the world does",
            statement: """
                The server never answers 500, and what it does by itself fails only while its disk does; it recovers without a \
                hand.
                """,
            moment: .always
        ) { $0.takeOddities() },
        Self(
            number: 9,
            name: "The server comes to the store's truth",
            statement: """
                When nothing goes wrong any more, each customer has at the server exactly what the App Store's own records say, \
                renewals, refunds and their reversals included, and the app shows it.
                """,
            moment: .settled
        ) { try await $0.untruths() },
        Self(
            number: 10,
            name: "Receivers hear of everything",
            statement: """
                When nothing goes wrong any more, whoever hears of the server's events has every one of them, each signed, and \
                comes to the server's balances by adding up.
                """,
            moment: .settled
        ) { try await $0.untoldEvents() },
        Self(
            number: 11,
            name: "Money adds up",
            statement: """
                When nothing goes wrong any more, the server's figures are what the simulator counts by itself, by its own list of \
                prices: what was sold, what was given back, and the rest.
                """,
            moment: .settled
        ) { try await $0.wrongMoney() },
        Self(
            number: 12,
            name: "Everything comes to an end",
            statement: """
                When nothing goes wrong any more, no purchase waits to be finished, no upload waits for the App Store, and no \
                notification waits to be sent.
                """,
            moment: .settled
        ) { try await $0.unfinishedBusiness() },
        Self(
            number: 13,
            name: "What happens once is told once",
            statement: """
                No two events of different identifiers say of one transaction that a subscription began with it, was renewed by \
                it or is paid for since a trial, or that it was bought, however often it is refunded and the refund taken back.
                """,
            moment: .always
        ) { $0.receiver.repetitions },
    ]
}
