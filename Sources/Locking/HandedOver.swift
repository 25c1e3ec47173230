/// A value on its way to the one place that uses it.
// Sendable is safe: whoever makes it hands the value over, to one task or one queue, and does not touch it again.
package struct HandedOver<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
