import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeepsakes } from '#src/session/keepsakes.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import styles from './writing.module.css';

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
  const chosen = work.categories;
  const isFull = chosen.length >= categoriesPerStory;
  const isKnown = (id: string) => shelves.some((shelf) => shelf.id === id);
  // What this device has not heard the name of stays as it is.
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].toSorted());
  if (shelves.length === 0)
    return isLooking ? null : <Text c="dimmed">You can choose a shelf as soon as there is a network.</Text>;
  return (
    <div role="group" aria-label="On which shelves does it belong?">
      <Text fw={600}>On which shelves does it belong?</Text>
      <Text c="dimmed" mb="xs">
        Up to {categoriesPerStory}. You may leave it empty.
      </Text>
      <div className={styles.chapters}>
        {shelves.map(({ id, name }) => (
          <Button
            key={id}
            size="md"
            mih={48}
            variant={chosen.includes(id) ? 'filled' : 'default'}
            aria-pressed={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onClick={() => toggle(id)}
          >
            <span dir="auto">{name}</span>
          </Button>
        ))}
      </div>
      {chosen.some((id) => !isKnown(id)) && (
        <Text c="dimmed" mt="xs">
          It stands on another shelf, too.
        </Text>
      )}
    </div>
  );
}
