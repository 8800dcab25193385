import Foundation
import TestSupport
import Testing
import World
import WorldMocks

/// What replaces a value releases it when no lock is held, so that the code which is run by that may use what held it.
#if os(Linux) || os(macOS)
  struct ReleasedValueTests {
    @Test func ofSettingsInMemory() async {
      await #expect(processExitsWith: .success) {
        let settings = World.Settings.inMemory()
        for next in [World.Settings.StoredValue.int(1), nil] {
          let wasRead = Flag()
          let bytes = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 1)
          bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 100)
          let free: @Sendable (UnsafeMutableRawPointer, Int) -> Void = { bytes, _ in
            if settings.read("size") == next { wasRead.set() }
            bytes.deallocate()
          }
          settings.write("size", .data(Data(bytesNoCopy: bytes, count: 100, deallocator: .custom(free))))
          #expect(!wasRead.isSet)
          settings.write("size", next)
          #expect(wasRead.isSet)
        }
      }
    }
  }
#endif
