/**
 * What running tests came to, in the message from one process to the other. `notReached` counts tests that a stop from outside left
 * out, `notBegun` files none of whose tests are known for that reason; `failedFiles` are those in which something failed, with
 * their share of the counts; `findings` are the tests that failed, and those that passed at their second try alone, each with what
 * was wrong.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} notReached
 * @property {number} notBegun
 * @property {number} files
 * @property {string[]} reasons
 * @property {{ file: string, passed: number, failed: number }[]} failedFiles
 * @property {string[][]} findings
 */

/** @returns {Counts} of nothing yet */
export function noCounts() {
  return {
    passed: 0,
    failed: 0,
    notReached: 0,
    notBegun: 0,
    files: 0,
    reasons: [],
    failedFiles: [],
    findings: [],
  };
}
