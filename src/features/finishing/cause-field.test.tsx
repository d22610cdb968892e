import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleOwnWork } from '#tests/support/screen-samples.ts';
import { CauseField } from './cause-field.tsx';

const ids = [1, 2].map((number) => `018f0000-0000-7000-8000-00000000000${number}`);
const names = ['Hedgehogs', 'Wells'];

let failure: Error | null;
let chosen: (string | null)[];
const api: ApiClient = {
  call: () =>
    failure
      ? Promise.reject(failure)
      : Promise.resolve({
          count: 2,
          next: null,
          results: ids.map((id, place) => ({ id, name: names[place] })),
        } as never),
};

beforeEach(() => {
  failure = null;
  chosen = [];
  // What is kept is somebody's.
  useSessionStore.setState({ user: sampleAdmin() });
});

const open = (cause_id: string | null, localDrafts = new FakeLocalDrafts()) =>
  renderScreen(
    <CauseField work={sampleOwnWork({ cause_id })} api={api} onChange={(id) => chosen.push(id)} />,
    { localDrafts },
  );
const field = () => screen.findByRole('combobox', { name: 'Whom shall it help?' });

describe('the cause of a story', () => {
  it('is chosen, and left to the school again', async () => {
    const { user } = open(ids[0] ?? null);
    await user.selectOptions(await field(), 'Wells');
    await user.selectOptions(await field(), 'My school chooses');
    expect(chosen).toEqual([ids[1], null]);
  });

  it('is chosen without a network, of those that this tablet has heard of', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { unmount } = open(null, localDrafts);
    await field();
    unmount();
    failure = new NoNetworkError('cut', false);
    const { user } = open(null, localDrafts);
    await user.selectOptions(await field(), 'Hedgehogs');
    expect(chosen).toEqual([ids[0]]);
  });

  it('that is over stays what it is until another one is chosen', async () => {
    open('018f0000-0000-7000-8000-000000000009');
    expect(((await field()) as HTMLSelectElement).selectedOptions[0]?.text).toBe('A cause that has ended');
  });
});
