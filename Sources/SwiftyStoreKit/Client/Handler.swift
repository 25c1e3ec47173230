/// A function of the app that the client calls back.
// Sendable is safe: the app made the function for the callback queue, and the client calls it there and nowhere else;
// the two closures that StoreKit wants an answer from at once run where StoreKit calls, as the app would see it without
// the client.
package struct Handler<Value>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) {
        self.body = body
    }

    package func callAsFunction(_ value: Value) {
        body(value)
    }
}
