import Foundation
import LocalAppStore
import Locking

extension LocalDevice {
    /// Refuses what the device, not the store, refuses; then asks the customer.
    ///
    /// - Returns: Whether the customer was asked; if not, because the sheet does not appear, nobody will ever answer.
    func checkPayment(_ payment: PaymentFields) throws -> Bool {
        let settings = settings
        guard canMakePayments else { throw SKError(.paymentNotAllowed) }
        guard payment.requestData == nil else { throw SKError(.unauthorizedRequestData) }
        guard payment.quantity <= 10 else { throw SKError(.paymentInvalid) }
        try checkFailure(of: .purchase)
        guard try session.start(.purchase, product: payment.productIdentifier).showsSheet else { return false }
        guard settings.showsDialogs() else { return true }
        let sheet = SheetPayment(productIdentifier: payment.productIdentifier, quantity: payment.quantity)
        switch settings.paymentSheet(sheet) {
        case .confirm: return true
        case .cancel: throw SKError(.paymentCancelled)
        case .fail(let error): throw error
        }
    }

    /// Asks the customer for the password, as a restore and a receipt refresh do.
    func signIn(for operation: StoreOperation) throws {
        guard settings.signsIn else { throw SKError(.paymentCancelled) }
        try checkFailure(of: operation)
        if let asked = operation.device { _ = try session.start(asked, product: nil) }
    }

    /// The customer begins a purchase in the App Store, and comes to the app with it.
    ///
    /// The observers are asked whether the payment is added; without an observer the question waits for one.
    public func beginStorePurchase(productIdentifier: String, quantity: Int = 1) {
        var payment = PaymentFields()
        payment.productIdentifier = productIdentifier
        payment.quantity = quantity
        keep(payment)
        askAboutStorePurchases()
    }

    /// Gives the purchases that were begun in the App Store, here or elsewhere, to who listens to them, or else asks the
    /// observers about them; they wait for one of both.
    func askAboutStorePurchases() {
        work.enqueue { [self] in
            transactions.takeIntents(in: self)
            guard !core.observers.isEmpty else { return }
            for payment in takeBegunPurchases() { look(up: payment) }
        }
    }

    /// Asks about a purchase as soon as its product is known; what is not for sale any more is dropped.
    private func look(up payment: PaymentFields) {
        do {
            guard let product = try session.products([payment.productIdentifier]).products.first else { return }
            deliver { [self] in ask(about: payment, for: product) }
        } catch {
            keep(payment)
        }
    }

    private func ask(about payment: PaymentFields, for product: SKProduct) {
        let isWanted = core.observers.contains { observer in
            observer.paymentQueue(queue, shouldAddStorePayment: SKPayment(fields: payment), for: product)
        }
        if isWanted { core.add(payment, to: queue) }
    }
}
