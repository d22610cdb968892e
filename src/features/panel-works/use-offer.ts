import { useCallback } from 'react';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import type { PanelCategory } from '#contract/panel/categories.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** Offers a category to schools that are made from now on, or stops it, and says what came of it. */
export function useOffer(api: ApiClient, onDone: () => void) {
  return useCallback(
    async ({ id, name }: Pick<PanelCategory, 'id' | 'name'>, isOffered: boolean): Promise<void> => {
      const { offerCategory, stopOfferingCategory } = panelCategoryEndpoints;
      try {
        await api.call(isOffered ? offerCategory : stopOfferingCategory, { params: { categoryId: id } });
        notify.success(isOffered ? `New schools start with ${name}` : `New schools start without ${name}`);
        onDone();
      } catch (error) {
        notify.error(`${name} stays as it was`, failureOf(error).text);
      }
    },
    [api, onDone],
  );
}
