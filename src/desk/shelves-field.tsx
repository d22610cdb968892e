import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ChooseSome } from './choose-some.tsx';
import { useKeptNames } from './use-kept-names.ts';

interface ShelvesFieldProps {
  /** Ids. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  api?: ApiClient;
}

/** On which shelves of the library the story belongs: a few at most, each a button. */
export function ShelvesField({ chosen, onChange, api = apiClient }: ShelvesFieldProps) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { limit: limits.pageMaximum };
      return (await api.call(categoryEndpoints.list, { query }, { signal })).results;
    },
    [api],
  );
  const { names: shelves, isLooking } = useKeptNames('shelves', load);
  if (shelves.length === 0)
    return isLooking ? null : <Text c="dimmed">You can choose a shelf {asSoonAsReached}.</Text>;
  // What this device has not heard the name of.
  const isElsewhere = chosen.some((id) => !shelves.some((shelf) => shelf.id === id));
  return (
    <div>
      <ChooseSome
        label="On which shelves does it belong?"
        choices={shelves.map(({ id, name }) => ({ value: id, label: name }))}
        maximum={categoriesPerStory}
        chosen={chosen}
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
