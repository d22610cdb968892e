import { hashInAssetPath } from '#contract/works/works.rules.ts';
import type { PictureClient } from '#src/sync/api-client.ts';

/** Pictures that are on this tablet come from it, with or without a network; all others from the school. */
export function tabletFirst(
  onTablet: (sha256: string) => Promise<Blob | null>,
  school: PictureClient,
): PictureClient {
  return {
    async picture(path, signal) {
      return (await onTablet(hashInAssetPath(path))) ?? (await school.picture(path, signal));
    },
  };
}
