// Of newer systems than those that apps run on; servers alone use it.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension Duration {
    /// So many seconds: none for none, less or no number, and no more than a year, which is as good as for ever. Numbers that
    /// are larger than a duration can be end the process where they are turned into one.
    package static func possible(seconds: Double) -> Duration {
        .seconds(seconds > 0 ? min(seconds, 365 * 86_400) : 0)
    }
}
