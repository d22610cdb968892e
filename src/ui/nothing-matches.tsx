import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { NothingFoundIllustration } from './pictures/empty-illustrations.tsx';

interface NothingMatchesProps {
  /** What the list holds, in the plural: "books". */
  noun: string;
  /** What is searched for; empty where nothing is. */
  search: string;
  /** True where filters are set. */
  isFiltered?: boolean;
  /** Where filters or a search of another place find more: one sentence. */
  text?: string;
  /** Takes off the search and all filters. */
  onClear: () => void;
}

/** What stands where a list would be when its search and filters leave nothing, with the way back to all of it. */
export function NothingMatches({ noun, search, isFiltered = false, text, onClear }: NothingMatchesProps) {
  const set = [...(search === '' ? [] : ['search']), ...(isFiltered ? ['filters'] : [])];
  return (
    <EmptyState
      picture={<NothingFoundIllustration />}
      title={search === '' ? `No ${noun} match these filters` : `No ${noun} match “${search}”`}
      {...(text !== undefined && { text })}
      action={
        <Button variant="default" onClick={onClear}>
          {`Clear ${set.join(' and ')}`}
        </Button>
      }
    />
  );
}
