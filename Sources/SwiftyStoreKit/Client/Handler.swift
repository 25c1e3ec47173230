/// A function of the app that the client calls back.
// Sendable is safe: a handler takes the function to the callback queue, which is serial, and there alone the client and the
// helper on it call it, so that no two calls meet. The one that goes elsewhere is a validator's completion where an app asks
// `AppleReceiptValidator` without the client: that is called once, where the answer arrives, and by nobody before or after.
// The three closures that StoreKit wants an answer from at once, about a purchase begun in the App Store, a new storefront
// and a higher price, are no handlers: they run where StoreKit asks, and so their types are `@Sendable`.
package struct Handler<Value>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) {
        self.body = body
    }

    package func callAsFunction(_ value: Value) {
        body(value)
    }
}
