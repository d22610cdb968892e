/**
 * Why there is no picture: `dismissed` is a question that was closed without an answer, `denied` one that was answered with
 * no, now or long ago.
 */
export type CameraFailure =
  | 'denied'
  | 'dismissed'
  | 'none'
  | 'in_use'
  | 'insecure'
  | 'unsupported'
  | 'failed';

// The second names are those of older browsers and web views.
const denied = ['NotAllowedError', 'PermissionDeniedError', 'SecurityError'];
const none = ['NotFoundError', 'DevicesNotFoundError', 'OverconstrainedError'];
const inUse = ['NotReadableError', 'TrackStartError', 'AbortError'];

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** True where somebody said no, so that asking for another camera would only be told no again. */
export function isDenied(error: unknown): boolean {
  return denied.includes(nameOf(error));
}

/** True where the camera is there and cannot be had, maybe only for a moment. */
export function isInUse(error: unknown): boolean {
  return inUse.includes(nameOf(error));
}

/**
 * @param error what `getUserMedia` was rejected with
 * @param permission what the browser says about cameras on this site since then; null where it does not say
 */
export function cameraFailure(error: unknown, permission: PermissionState | null): CameraFailure {
  if (isDenied(error)) return permission === 'prompt' ? 'dismissed' : 'denied';
  if (none.includes(nameOf(error))) return 'none';
  return isInUse(error) ? 'in_use' : 'failed';
}
