extension ConformanceSuite {
    static let serverRightsChecks: [ConformanceCheck] = outageChecks + accountChecks + questionChecks

    private static let needs: Set<Capability> = [.freshCustomer, .server, .inspection]

    private static let outageChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "server.away-the-device-vouches",
            .must,
            "What is bought while the server is away is owned by the word of the device, and stays unfinished.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.away))
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.until("owned") { await app.rights().owned == [run.shop.nonConsumable] }
            try run.expect(await app.rights().source != .server, "the server is said to have said it")
            try await run.waits(run.shop.nonConsumable, in: app)
        },
        ConformanceCheck(
            "server.used-up-changes-no-rights",
            .must,
            "What is used up and was bought while the server is away gives no right, and takes none.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            try run.expectEqual(await app.rights().owned, [run.shop.nonConsumable], "owned before")
            try await run.customer.happen(.server(.away))
            try await run.bought(run.shop.consumable, by: app)
            await run.customer.settle()
            try run.expectEqual(await app.rights().owned, [run.shop.nonConsumable], "owned")
        },
        ConformanceCheck(
            "server.remembered-rights-say-so",
            .must,
            "Rights that are remembered are not called the server's; when it is back they are asked for.",
            needs: needs.union([.relaunch])
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            let fresh = ServedRights(owned: [run.shop.nonConsumable], source: .server)
            try run.expectEqual(await app.rights(), fresh, "the rights")
            await app.kill()
            try await run.customer.happen(.server(.away))
            let next = try await run.launchServed()
            let remembered = ServedRights(owned: [run.shop.nonConsumable], source: .remembered)
            try run.expectEqual(await next.rights(), remembered, "the rights while the server is away")
            try await run.customer.happen(.server(.answers))
            try run.expectEqual(await next.rights(), fresh, "the rights when it is back")
        },
        ConformanceCheck(
            "server.rights-do-not-flicker",
            .must,
            "Rights of before an outage last through it, and newer ones take their place without a gap.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            try run.expectEqual(await app.rights().owned, [run.shop.nonConsumable], "owned before")
            try await run.customer.happen(.server(.away))
            try await run.bought(run.shop.subscription, by: app)
            let both: Set = [run.shop.nonConsumable, run.shop.subscription]
            let isGap = { (rights: ServedRights) in !rights.owned.contains(run.shop.nonConsumable) }
            try run.expect(!isGap(await app.rights()), "the right of before is gone")
            try await run.customer.happen(.server(.answers))
            try await run.until("both from the server") {
                let rights = await app.rights()
                try run.expect(!isGap(rights), "the right of before is gone")
                return rights == ServedRights(owned: both, source: .server)
            }
        },
    ]

    private static let accountChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "server.logging-out-takes-the-rights",
            .must,
            "Who logs out leaves no rights behind, and who logs in after that gets none of them.",
            needs: needs
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            await app.logOut()
            try run.expectEqual(await app.rights().owned, [], "owned by nobody in particular")
            let other = run.customer.account("fern")
            try run.expect(await app.logIn(as: other), "fern cannot log in")
            try run.expectEqual(await app.rights().owned, [], "owned by fern")
            try run.expectEqual(try await run.customer.served(account), [run.shop.nonConsumable: 1], "flora's")
        },
        ConformanceCheck(
            "server.logging-in-takes-along",
            .must,
            "What was bought before anybody logged in is the account's after that.",
            needs: needs
        ) { run in
            let app = try await run.launchServed()
            try await run.served(run.shop.nonConsumable, by: app)
            let account = run.customer.account("flora")
            try run.expect(await app.logIn(as: account), "flora cannot log in")
            try run.expectEqual(await app.rights().owned, [run.shop.nonConsumable], "owned")
            try run.expectEqual(try await run.customer.served(account), [run.shop.nonConsumable: 1], "flora's")
        },
        ConformanceCheck(
            "server.restoring-brings-rights-along",
            .must,
            "A restore brings what is owned for ever to who uses the app now.",
            needs: needs
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            let other = run.customer.account("fern")
            await app.logOut()
            try run.expect(await app.logIn(as: other), "fern cannot log in")
            try run.expectEqual(await app.rights().owned, [], "owned by fern before")
            guard case .restored(let purchases) = await app.restore() else { throw NotHeld(seen: "no restore") }
            try run.expectEqual(purchases.map(\.productID), [run.shop.nonConsumable], "restored")
            try await run.until("owned by fern") { await app.rights().owned == [run.shop.nonConsumable] }
            try run.expectEqual(try await run.customer.served(account), [:], "flora's")
        },
        ConformanceCheck(
            "server.renewals-stay-whose-they-were",
            .must,
            "A renewal that comes while somebody else uses the app stays with who has the subscription.",
            needs: needs.union([.relaunch, .time])
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.subscription, by: app)
            await app.logOut()
            let other = run.customer.account("fern")
            try run.expect(await app.logIn(as: other), "fern cannot log in")
            await app.kill()
            try await run.customer.happen(.renewal)
            let next = try await run.launchServed()
            try await run.allFinished()
            await run.customer.settle()
            try run.expectEqual(await next.rights().owned, [], "owned by fern")
            try run.expectEqual(try await run.customer.served(account), [run.shop.subscription: 1], "flora's")
        },
        ConformanceCheck(
            "server.logging-in-without-a-network-changes-nothing",
            .should,
            "A login that cannot reach the server fails and changes nothing; purchases stay with who uses the app.",
            needs: needs
        ) { run in
            let app = try await run.launchServed()
            let account = run.customer.account("flora")
            try await run.customer.happen(.server(.away))
            try run.expect(!(await app.logIn(as: account)), "the login is said to have worked")
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.customer.happen(.server(.answers))
            try await run.delivered(1, by: app)
            try await run.allFinished()
            try run.expectEqual(try await run.customer.served(account), [:], "flora's")
            try run.expectEqual(await app.rights().owned, [run.shop.nonConsumable], "owned")
        },
    ]

    private static let questionChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "server.is-asked-again-when-it-says",
            .must,
            "A server that is busy is asked again, and not before the time that it says.",
            needs: [.freshCustomer, .server]
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            let before = try await run.customer.traffic()
            try await run.customer.happen(.server(.busy(seconds: 7)))
            try run.expectEqual(await app.rights().source, .server, "whose word it is")
            let after = try await run.customer.traffic()
            try run.expectEqual(after.questions - before.questions, 2, "questions")
            try run.expect(after.waited - before.waited >= 7, "waited \(after.waited - before.waited) seconds")
        },
        ConformanceCheck(
            "server.is-not-asked-again-for-a-refusal",
            .must,
            "What the server refuses for good is not asked again in the same call.",
            needs: [.freshCustomer, .server]
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            let before = try await run.customer.traffic().questions
            try await run.customer.happen(.server(.refusesRequests))
            try run.expect(await app.rights().source != .server, "a refusal is said to be an answer")
            try run.expectEqual(try await run.customer.traffic().questions - before, 1, "questions")
        },
        ConformanceCheck(
            "server.forged-answers-give-nothing",
            .must,
            "An answer whose signature does not hold gives no right.",
            needs: [.freshCustomer, .server]
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.forged))
            let rights = await app.rights()
            try run.expect(rights.source != .server, "the forged answer is believed")
            try run.expectEqual(rights.owned, [], "owned")
        },
        ConformanceCheck(
            "server.many-questions-are-few-requests",
            .should,
            "Fifty questions at once are all answered, alike, by few requests.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.nonConsumable, by: app)
            let before = try await run.customer.traffic().questions
            let answers = await withTaskGroup(of: ServedRights.self) { group in
                for _ in 0..<50 { group.addTask { await app.rights() } }
                return await group.reduce(into: [ServedRights]()) { $0.append($1) }
            }
            let wanted = ServedRights(owned: [run.shop.nonConsumable], source: .server)
            try run.expectEqual(answers, Array(repeating: wanted, count: 50), "the answers")
            let questions = try await run.customer.traffic().questions - before
            try run.expect(questions <= 10, "\(questions) requests")
        },
    ]
}
