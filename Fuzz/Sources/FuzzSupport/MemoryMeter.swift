import Foundation

/// Measures how much memory the code under test holds at once, by the hooks of AddressSanitizer's allocator.
///
/// Counted is what is allocated during a run and not yet freed; the input itself belongs to libFuzzer and is not counted.
/// The resident size of the process would say less: it holds the sanitizer's shadow memory and its quarantine too.
public enum MemoryMeter {
    /// What a run may hold above the size of its input, in bytes.
    public static let limit = 64 * 1024 * 1024

    /// Runs the code under test on an input and demands that it keeps to ``limit``.
    public static func measure(inputSize: Int, _ body: () -> Void) {
        (live, peak, isRunning) = (0, 0, true)
        body()
        isRunning = false
        if peak - inputSize > most { most = peak - inputSize }
        guard peak <= inputSize + limit else { finding("held \(peak) bytes for an input of \(inputSize)") }
    }

    /// Registers the hooks, once, and has the highest value told at the end.
    static func install() {
        (live, peak, most, isRunning) = (0, 0, 0, false)
        guard installHooks(allocated, freed) != 0 else { finding("the allocator takes no hooks") }
        atexit { MemoryMeter.writeHighest() }
    }

    fileprivate static func writeHighest() {
        FileHandle.standardError.write(Data("highest memory above input size: \(most) bytes\n".utf8))
    }
}

// Plain variables: the hooks run inside the allocator, where nothing may be allocated and no lock taken. Only the one
// thread that fuzzes counts; libFuzzer's other thread reads the resident size and allocates nothing to speak of.
nonisolated(unsafe) private var live = 0
nonisolated(unsafe) private var peak = 0
nonisolated(unsafe) private var most = 0
nonisolated(unsafe) private var isRunning = false

private func allocated(_ block: UnsafeRawPointer?, _ size: Int) {
    guard isRunning else { return }
    live &+= size
    if live > peak { peak = live }
}

private func freed(_ block: UnsafeRawPointer?) {
    // Blocks from before the run may be freed in it, which can only make the count too low by what the run gave back.
    guard isRunning, let block else { return }
    live &-= allocatedSize(block)
}

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
    _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ block: UnsafeRawPointer) -> Int
