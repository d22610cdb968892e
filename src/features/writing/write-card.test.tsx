import { screen, waitFor } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { WriteCard } from './write-card.tsx';

const untouched = (kind: OwnWork['kind']): OwnWork => ({
  ...sampleOwnWork(),
  id: uuidv7(),
  kind,
  state: 'draft',
  title: '',
  plan: '',
});

function openCard(replica: FakeReplica) {
  return renderScreen(
    <WriteCard kind="book" className={undefined}>
      Make a book
    </WriteCard>,
    { replica },
  );
}

const addressed = () => screen.getByLabelText('Address').textContent ?? '';

it('opens the first page of a new book, and begins one alone after a double tap', async () => {
  const replica = new FakeReplica();
  const { user } = openCard(replica);
  await user.dblClick(screen.getByRole('button', { name: 'Make a book' }));
  await waitFor(() => expect(addressed()).toMatch(/^\/uploadbook\/.*step=write/u));
  expect(replica.queued).toHaveLength(1);
  expect(replica.queued[0]).toMatchObject(['writing.begin', { body: { kind: 'book', title: '' } }]);
});

it('goes on with the book that nobody touched, and leaves an untouched story alone', async () => {
  const replica = new FakeReplica();
  const [book, story] = [untouched('book'), untouched('story')];
  for (const work of [book, story])
    replica.putStory(work, {
      id: uuidv7(),
      work_id: work.id,
      place: 0,
      title: '',
      document: documentOf(''),
      version: null,
      others: [],
    });
  const { user } = openCard(replica);
  await user.click(screen.getByRole('button', { name: 'Make a book' }));
  await waitFor(() => expect(addressed()).toContain(`/uploadbook/${book.id}`));
  expect(replica.queued).toEqual([]);
});
