/// A product's identifier in the App Store.
public typealias ProductId = String
