import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeepsakes } from '#src/session/keepsakes.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { ChooseSome } from './choose-some.tsx';

const Shelves = v.array(v.object({ id: Id, name: v.string() }));
type Shelf = v.InferOutput<typeof Shelves>[number];

/** Under what the shelves of the school are kept on this device. */
const keptAs = 'shelves';

/** The shelves of the school: as they were when this device last heard of them, and as they are now. */
function useShelfNames(api: ApiClient): { shelves: readonly Shelf[]; isLooking: boolean } {
  const keepsakes = useKeepsakes();
  const [found, setFound] = useState<{ shelves: readonly Shelf[]; isLooking: boolean }>({
    shelves: [],
    isLooking: true,
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function look(): Promise<void> {
      const kept = v.safeParse(Shelves, (await keepsakes.read(keptAs))?.value);
      if (!signal.aborted && kept.success) setFound({ shelves: kept.output, isLooking: false });
      const query = { limit: limits.pageMaximum };
      const { results } = await api.call(categoryEndpoints.list, { query }, { signal });
      const shelves = results.map(({ id, name }) => ({ id, name }));
      if (signal.aborted) return;
      setFound({ shelves, isLooking: false });
      await keepsakes.keep(keptAs, shelves);
    }
    look().catch((error: unknown) => {
      if (signal.aborted) return;
      setFound((now) => ({ ...now, isLooking: false }));
      // Without a network those that are kept stay.
      if (!(error instanceof NoNetworkError || error instanceof ApiProblem)) report(error);
    });
    return () => leaving.abort();
  }, [api, keepsakes]);
  return found;
}

interface ShelvesFieldProps {
  work: OwnWork;
  onChange: (ids: string[]) => void;
  api?: ApiClient;
}

/** On which shelves of the library the story belongs: a few at most, each a button. */
export function ShelvesField({ work, onChange, api = apiClient }: ShelvesFieldProps) {
  const { shelves, isLooking } = useShelfNames(api);
  if (shelves.length === 0)
    return isLooking ? null : <Text c="dimmed">You can choose a shelf {asSoonAsReached}.</Text>;
  // What this device has not heard the name of.
  const isElsewhere = work.categories.some((id) => !shelves.some((shelf) => shelf.id === id));
  return (
    <div>
      <ChooseSome
        label="On which shelves does it belong?"
        choices={shelves.map(({ id, name }) => ({ value: id, label: name }))}
        maximum={categoriesPerStory}
        chosen={work.categories}
        onChange={onChange}
      />
      {isElsewhere && (
        <Text c="dimmed" mt="xs">
          It stands on another shelf, too.
        </Text>
      )}
    </div>
  );
}
