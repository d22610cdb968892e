import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { neighboursIn } from './review-place.rules.ts';

interface ReviewPlaceProps {
  /** Of the work that is shown. */
  id: string;
  hrefOf: (id: string) => string;
  api: ApiClient;
}

/** Somebody who types or chooses means the field, and not the queue. */
const takesKeys = 'input, textarea, select, [role="dialog"], [role="menu"], [contenteditable]';

/** Where a work stands among those that wait, and the ways to the ones beside it: K and J, too. Nothing where it waits no more. */
export function ReviewPlace({ id, hrefOf, api }: ReviewPlaceProps) {
  const navigate = useNavigate();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(reviewEndpoints.listWaiting, { query: { limit: limits.pageMaximum, offset: 0 } }, { signal }),
    [api],
  );
  const { value } = useAnswer(load);
  const ids = value?.results.map((each) => each.id) ?? [];
  const { place, previous, next } = neighboursIn(ids, id);
  const [toPrevious, toNext] = [previous, next].map((each) => (each === undefined ? null : hrefOf(each)));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(takesKeys) !== null) return;
      const href = event.key === 'k' ? toPrevious : event.key === 'j' ? toNext : null;
      if (href) void navigate(href);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, toPrevious, toNext]);

  if (value === null || place === -1) return null;
  return (
    <Group gap="sm" role="group" aria-label="To review">
      <Text c="dimmed">
        {place + 1} of {value.count} to review
      </Text>
      {toPrevious && (
        <Button
          component={Link}
          to={toPrevious}
          variant="default"
          aria-keyshortcuts="k"
          leftSection={<IconChevronLeft size={20} aria-hidden />}
        >
          Previous
        </Button>
      )}
      {toNext && (
        <Button
          component={Link}
          to={toNext}
          variant="default"
          aria-keyshortcuts="j"
          rightSection={<IconChevronRight size={20} aria-hidden />}
        >
          Next
        </Button>
      )}
    </Group>
  );
}
