/// libFuzzer's own entry, called by name because it has no header.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<Arguments>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The arguments of a C program.
public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Hands a fuzz target to libFuzzer.
///
/// Each target exports the entry that the manifest names in place of libFuzzer's own `main`, and calls this.
public func fuzz(
    _ argumentCount: CInt,
    _ arguments: Arguments,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt {
    var argumentCount = argumentCount
    var arguments = arguments
    MemoryMeter.install()
    return runDriver(&argumentCount, &arguments, callback)
}

/// Ends the process so that libFuzzer keeps the input: a finding that is no crash by itself.
public func finding(_ what: String) -> Never { fatalError(what) }

/// Takes values that were read, and writes them as text: a description must not crash either.
public func read(_ values: Any?...) {
    for value in values {
        guard let value else { continue }
        if "\(value)".utf8.count < 0 { finding("a text of negative length") }
    }
}
