/** Nothing more fits on the device, and nothing could be cleared away for it. The message is for the person. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';

  constructor(cause: unknown) {
    super(
      'This tablet is full: please delete something from it, such as photos. What you typed is still here.',
      {
        cause,
      },
    );
  }
}

/** Browsers and Dexie wrap the reason why a transaction ended, each in their own way and more than once. */
export function isQuotaError(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { name, inner, cause, failures } = at as Record<string, unknown>;
    if (name === 'QuotaExceededError') return true;
    const first: unknown = Array.isArray(failures) ? failures[0] : undefined;
    at = inner ?? first ?? cause;
  }
  return false;
}
