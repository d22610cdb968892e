import { apiPrefix } from '../kit/http.ts';

/** Where each host has the drawing of a message that is in an edition. */
export function messageDrawingPath(
  { tenantId, workId }: { tenantId: string; workId: string },
  sha256: string,
): string {
  return `${apiPrefix}/dear-world/${tenantId}/${workId}/${sha256}/`;
}
