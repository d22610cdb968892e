/** Ends a command with one clear line. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
