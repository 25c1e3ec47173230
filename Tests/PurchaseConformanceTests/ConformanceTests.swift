import Foundation
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseConformance

@Suite("The behaviours of purchases on five implementations", .timeLimit(.minutes(10)))
struct ConformanceTests {
    /// Every behaviour holds, or names the capability that it lacks.
    private func check(_ report: ConformanceReport, lacking: Set<Capability>) {
        #expect(report.entries.count == ConformanceSuite.behaviours.count)
        #expect(report.failures.map(\.behaviour.id) == [], "\(report.text)")
        #expect(report.isConformant)
        for entry in report.entries {
            let missing = entry.behaviour.needs.intersection(lacking)
            #expect(entry.outcome == (missing.isEmpty ? .passed : .skipped(missing: missing)), "\(entry.behaviour.id)")
        }
    }

    @Test func `A store in memory`() async {
        check(await ConformanceSuite.run(on: FakeHarness()), lacking: [])
    }

    @Test(
        "LocalStoreKit, in the process and over HTTP",
        .serialized,
        arguments: [false, true],
        [StoreKitChoice.storeKit1, .storeKit2]
    )
    func local(overHTTP: Bool, storeKit: StoreKitChoice) async throws {
        check(try await LocalHarness.report(storeKit, overHTTP: overHTTP), lacking: LocalHarness.lacking(storeKit))
    }
}

@Suite("The conformance suite itself")
struct ConformanceSuiteTests {
    @Test func `Identifiers are unique, in small letters, and statements are sentences`() {
        let behaviours = ConformanceSuite.behaviours
        #expect(Set(behaviours.map(\.id)).count == behaviours.count)
        for behaviour in behaviours {
            #expect(behaviour.id.wholeMatch(of: /[a-z]+\.[a-z-]+/) != nil, "\(behaviour.id)")
            #expect(behaviour.statement.hasSuffix("."), "\(behaviour.id)")
        }
    }

    @Test func `The shops of a suite on plans have plans, and who has none says so`() async throws {
        #expect(FakeHarness().shop.plans != nil)
        let customer = BrokenCustomer(flaw: .saysNothing, customer: try await FakeHarness().begin())
        await #expect(throws: LacksCapability(.offers)) { try await customer.sign("spring", of: "club") }
        await #expect(throws: LacksCapability(.signIns)) { try await customer.signIns() }
    }

    @Test func `What lacks a capability is skipped, and named`() async {
        let report = await ConformanceSuite.run(on: Poor(), only: ["pending.is-an-outcome"])
        #expect(report.outcome(of: "pending.is-an-outcome") == .skipped(missing: [.approval, .freshCustomer]))
        #expect(report.skipped.count == 1)
        #expect(report.isConformant)
        #expect(report.text.contains("skipped  pending.is-an-outcome: needs approval, fresh-customer"))
    }

    @Test func `A run that is cancelled ends, and says so of what it did not see`() async {
        let task = Task {
            await ConformanceSuite.run(on: Impatient(), only: ["purchase.delivered-once", "restore.is-delivered"])
        }
        let report = await task.value
        #expect(
            report.outcome(of: "purchase.delivered-once")
                == .failed(seen: "1 deliveries: not seen before the run was cancelled")
        )
        #expect(
            report.outcome(of: "restore.is-delivered")
                == .failed(seen: "the run was cancelled before this was tried")
        )
    }

    @Test func `On a device real time is let pass, by whoever is asked to`() async throws {
        let slept = Locked([TimeInterval]())
        let harness = DeviceHarness(
            shop: FakeHarness().shop,
            sleep: { seconds in slept.withLock { $0.append(seconds) } },
            makeClient: { StoreClient(device: .inUse) }
        )
        await harness.pause()
        await (try await harness.begin()).settle()
        #expect(slept.withLock { $0 } == [0.02, 0.5])
    }

    @Test(
        "What was charged and is delivered while the app is being killed counts, and comes again if it was not recorded",
        arguments: [true, false],
        ["purchase.error-after-charge-is-not-final", "purchase.cancel-after-charge-is-granted"]
    )
    func late(isRecorded: Bool, id: String) async {
        let report = await ConformanceSuite.run(on: Late(isRecorded: isRecorded), only: [id])
        #expect(report.outcome(of: id) == .passed, "\(report.text)")
    }

    @Test(
        "A flow that is broken fails, and the report says what was seen",
        arguments: [
            ("purchase.delivered-once", Broken.Flaw.deliversTwice),
            ("purchase.error-after-charge-is-not-final", .deliversTwice),
            ("purchase.cancel-after-charge-is-granted", .deliversNothing),
            ("purchase.cancel-is-its-own-outcome", .reportsCancelAsFailure),
            ("finish.failed-delivery-stays", .finishesFirst),
            ("pending.is-an-outcome", .deliversWhatWaits), ("plans.higher-begins-at-once", .saysNothing),
            ("plans.lower-waits-for-the-renewal", .saysNothing), ("plans.the-same-again-charges-nothing", .saysNothing),
            ("offers.introductory-for-who-had-none", .saysNothing), ("offers.bad-signatures-are-refused", .saysNothing),
            ("offers.signed-ones-look-at-all-groups", .saysNothing),
            ("storefront.changes-are-told-once", .saysNothing), ("family.shared-is-owned", .saysNothing),
            ("billing.grace-keeps-the-right", .saysNothing), ("refund.a-closed-sheet-changes-nothing", .saysNothing),
            ("purchase.begun-in-the-store-waits-for-the-app", .saysNothing),
            ("offers.winning-back-is-sold", .saysNothing), ("receipts.missing-has-its-own-answer", .saysNothing),
            ("server.has-it-before-it-is-finished", .finishesFirst),
            ("server.somebody-in-between-finishes-nothing", .finishesFirst),
            ("server.refused-requests-finish-nothing", .finishesFirst),
            ("server.lost-answers-count-once", .deliversTwice),
            ("server.remembered-rights-say-so", .believesEverything),
            ("server.forged-answers-give-nothing", .believesEverything),
            ("server.away-the-device-vouches", .believesEverything),
            ("family.who-ends-sharing-keeps-their-own", .saysNothing),
            ("refund.used-up-is-told", .saysNothing), ("refund.used-up-is-in-the-history", .saysNothing),
            ("rights.renewals-come-while-running", .deliversNothing),
            ("rights.what-ended-before-its-delivery-is-none", .deliversNothing),
        ]
    )
    func broken(id: String, flaw: Broken.Flaw) async throws {
        let report = await ConformanceSuite.run(on: Broken(flaw: flaw), only: [id])
        guard case .failed(let seen)? = report.outcome(of: id) else {
            Issue.record("\(report.text)")
            return
        }
        #expect(!seen.isEmpty)
        // What only should hold fails, too, and leaves the rest conformant.
        #expect(report.isConformant == (report.failures.first?.behaviour.level != .must))
        #expect(try String(decoding: report.json(), as: UTF8.self).contains(id))
    }
}
