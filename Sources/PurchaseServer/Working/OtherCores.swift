/// When other cores are asked to help with what one change does.
enum OtherCores {
    /// For how few purchases or events it is not worth to wake one.
    static let minimumCount = 256
}
