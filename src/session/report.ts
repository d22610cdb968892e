/** What a part of the app does when its failure is nobody's turn to handle: the console, and whoever listens to it. */
export function report(error: unknown): void {
  globalThis.reportError(error);
}
