// SPDX-License-Identifier: MIT

/// Whether the process runs in CI, where nobody keeps a file that is written into the sources.
///
/// - Parameter environment: The process's environment, whose variable `CI` says so.
package func isInCI(_ environment: [String: String]) -> Bool {
  ![nil, "", "0", "false"].contains(environment["CI"]?.lowercased())
}
