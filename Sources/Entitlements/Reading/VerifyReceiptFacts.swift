public import AppStoreModels
public import Foundation

extension PurchaseFacts {
    /// The facts that an answer of the App Store to `verifyReceipt` states.
    ///
    /// The parameters are those of ``init(unverified:environment:receivedAt:onIncomplete:)``.
    public init(
        _ answer: Verified<VerifyReceiptResponse>,
        environment: AppStoreEnvironment,
        receivedAt: Date,
        onIncomplete: (FactError) -> Void = { _ in }
    ) {
        self.init(
            unverified: answer.payload,
            environment: environment,
            receivedAt: receivedAt,
            onIncomplete: onIncomplete
        )
    }

    /// The facts that an answer of `verifyReceipt` states, if it is one of the App Store's.
    ///
    /// `in_app` is what held when the receipt was made, `latest_receipt_info` and `pending_renewal_info` are what held
    /// when the server answered; each gets its own date, so that a stale list never hides a newer refund. Bodies in the
    /// style of iOS 6, where `receipt` itself is the transaction, are read too.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - environment: The server that answered, used where the body does not name one.
    ///   - receivedAt: When the answer came, used where the body has no date of its own.
    ///   - onIncomplete: Called for each element without an identifier or a date; such an element states nothing.
    /// - Warning: Answers are not signed. Who makes facts of one that came another way than from the App Store, or from a
    ///   validator of receipts, answers for it.
    public init(
        unverified response: VerifyReceiptResponse,
        environment: AppStoreEnvironment,
        receivedAt: Date,
        onIncomplete: (FactError) -> Void = { _ in }
    ) {
        let answered = response.receipt?.requestDate ?? receivedAt
        let source = VerifyReceiptSource(
            environment: response.environment ?? environment,
            bundleID: response.receipt?.bundleID ?? response.receipt?.json[string: "bid"]
        )
        self.init()
        let snapshot = response.receipt?.receiptCreationDate ?? answered
        let inApp = response.receipt?.inApp ?? []
        let latest = response.latestReceiptInfo + response.oldStyleTransactions
        reserveRoom(for: inApp.count + latest.count)
        insert(inApp, besides: latest, from: source, at: min(snapshot, answered), onIncomplete)
        for element in latest {
            insert(element, from: source, at: answered, onIncomplete)
        }
        for element in response.pendingRenewalInfo + response.oldStyleRenewals {
            insert(element, from: source, at: answered, onIncomplete)
        }
    }

    /// Inserts what a receipt contains, which says by a date alone that a higher level took the place of a period.
    ///
    /// - Parameter latest: What is said in the same answer with a member for that; of the transactions in it this holds.
    private mutating func insert(
        _ inApp: [VerifyReceiptTransaction],
        besides latest: [VerifyReceiptTransaction],
        from source: VerifyReceiptSource,
        at date: Date,
        _ onIncomplete: (FactError) -> Void
    ) {
        var facts: [PurchaseFact] = []
        facts.reserveCapacity(inApp.count)
        for element in inApp {
            do throws(FactError) {
                facts.append(try PurchaseFact(element, from: source, statedDate: date))
            } catch {
                onIncomplete(error)
            }
        }
        let beginnings = PeriodBeginnings(facts)
        let said: Set<String> = beginnings.isEmpty ? [] : Set(latest.compactMap(\.transactionID))
        for fact in facts {
            var fact = fact
            if beginnings.replace(fact), !said.contains(fact.transactionID) { fact.isUpgraded = true }
            insert(fact)
        }
    }

    private mutating func insert(
        _ element: VerifyReceiptTransaction,
        from source: VerifyReceiptSource,
        at date: Date,
        _ onIncomplete: (FactError) -> Void
    ) {
        do throws(FactError) {
            insert(try PurchaseFact(element, from: source, statedDate: date))
        } catch {
            onIncomplete(error)
        }
    }

    private mutating func insert(
        _ element: VerifyReceiptRenewalInfo,
        from source: VerifyReceiptSource,
        at date: Date,
        _ onIncomplete: (FactError) -> Void
    ) {
        do throws(FactError) {
            insert(try RenewalFact(element, from: source, statedDate: date))
        } catch {
            onIncomplete(error)
        }
    }
}

/// What all elements of one answer have in common.
struct VerifyReceiptSource {
    let environment: AppStoreEnvironment
    let bundleID: String?
}

extension VerifyReceiptResponse {
    /// The transactions of an iOS 6 style body.
    fileprivate var oldStyleTransactions: [VerifyReceiptTransaction] {
        let receipt = self.receipt.map(\.json)
        return [receipt, json[object: "latest_expired_receipt_info"]]
            .compactMap(\.self)
            .filter { $0["transaction_id"] != nil }
            .map(VerifyReceiptTransaction.init(json:))
    }

    /// The renewal information of an iOS 6 style body, which lies at the top level and names no chain.
    fileprivate var oldStyleRenewals: [VerifyReceiptRenewalInfo] {
        guard json["auto_renew_status"] != nil,
            let chain = oldStyleTransactions.compactMap(\.originalTransactionID).first
        else { return [] }
        var renewal = VerifyReceiptRenewalInfo(json: json)
        renewal.json[string: "original_transaction_id"] = chain
        return [renewal]
    }
}
