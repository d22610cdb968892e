import { apiPrefix } from '../kit/http.ts';

/** Where the platform's own site has the cover of a work that it picked. */
export function pickedCoverPath(
  { tenantId, workId }: { tenantId: string; workId: string },
  sha256: string,
): string {
  return `${apiPrefix}/library-picks/${tenantId}/${workId}/${sha256}/`;
}
