// SPDX-License-Identifier: MIT

/// Whether nobody would keep a file that is written into the sources: the variable `CI` says so.
///
/// - Parameter environment: The process's variables.
package func isInCI(_ environment: [String: String]) -> Bool {
  ![nil, "", "0", "false"].contains(environment["CI"]?.lowercased())
}
