/// The app's answer to purchases that were begun in the App Store.
// Sendable is safe: StoreKit asks on its own queue and waits for the answer; the client hands the question on there.
struct StorePaymentHandler: @unchecked Sendable {
    let body: ShouldAddStorePaymentHandler
}
