import { List, Text } from '@mantine/core';
import type { CardSummary } from '#contract/cards/cards.schema.ts';
import { fullName } from '#contract/students/students.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDay, useNow } from '#src/ui/moments.ts';

/** What happens to those who hold a card, the same for one and for many. */
export function WhatReplacingDoes({ many }: { many: boolean }) {
  return (
    <List spacing={4} mt="sm">
      <List.Item>
        {many ? 'All cards printed so far' : 'The old card'} stop{many ? '' : 's'} working at once.
      </List.Item>
      <List.Item>
        Only a prepared tablet without a network still takes {many ? 'them' : 'it'}, until it is online again.
      </List.Item>
      <List.Item>
        Anyone signed in with {many ? 'one of them' : 'it'} is signed out, on every tablet.
      </List.Item>
      <List.Item>
        Changes that a tablet has not sent yet wait under Tablets until you have looked at them.
      </List.Item>
      <List.Item>
        Typed passwords stay as they are. {many ? 'Do cards show them?' : 'Does the card show it?'} Then
        change {many ? 'those' : 'it'} as well.
      </List.Item>
    </List>
  );
}

/** How many hold a card, and who printed last: somebody may have done so a moment ago. */
export function ReplaceQuestion({ summary }: { summary: CardSummary }) {
  const now = useNow();
  const { students, last_printed_at, last_printed_by } = summary;
  return (
    <>
      <Text>
        {counted(students, 'student has', 'students have')} a card.
        {last_printed_at !== null && ` The last was printed ${sayDay(last_printed_at, now)}`}
        {last_printed_by !== null && (
          <>
            {' by '}
            <bdi>{fullName(last_printed_by)}</bdi>
          </>
        )}
        {last_printed_at !== null && '.'}
      </Text>
      <WhatReplacingDoes many />
    </>
  );
}
