import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '#contract/permissions/permissions.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { MissingPermissions } from './missing-permissions.tsx';
import { PermissionsSection } from './permissions.section.tsx';

const zoe = '018f0000-0000-7000-8000-000000000001';
const given: Permission = {
  id: '018f0000-0000-7000-8000-000000000002',
  purpose: 'public',
  note: 'Form of 3 May',
  recorded_at: '2026-05-03T10:00:00.000Z',
  recorded_by: 'Lea Marsh',
  ended_at: null,
  ended_by: null,
};

/** A school of one child: it answers what it was told, and remembers what it was asked to do. */
let permissions: Permission[];
let asked: { name: string; params: Record<string, string>; body: unknown }[];
let failure: Error | null;
const api: ApiClient = {
  call: (endpoint, input) => {
    const { params = {}, body } = input as { params?: Record<string, string>; body?: unknown };
    if (failure) return Promise.reject(failure);
    const { name } = endpoint as { name: string };
    if (name === 'permissions.list')
      return Promise.resolve({ count: permissions.length, next: null, results: permissions } as never);
    if (name === 'permissions.readNeeded')
      return Promise.resolve({
        student: { id: zoe, first_name: 'Zoë' },
        privacy: 'public',
        needed: [
          { purpose: 'public', is_given: permissions.some(({ purpose }) => purpose === 'public') },
          { purpose: 'voice', is_given: permissions.some(({ purpose }) => purpose === 'voice') },
        ],
      } as never);
    asked.push({ name, params, body });
    const purpose = params['purpose'] as Permission['purpose'];
    if (name === 'permissions.record') permissions = [{ ...given, id: purpose, purpose }, ...permissions];
    else
      permissions = permissions.map((each) =>
        each.purpose === purpose ? { ...each, ended_at: given.recorded_at, ended_by: 'Lea Marsh' } : each,
      );
    return Promise.resolve({ purpose, is_given: name === 'permissions.record' } as never);
  },
};

beforeEach(() => {
  permissions = [given];
  asked = [];
  failure = null;
  useSessionStore.setState({ user: sampleAdmin() });
});

const row = (name: string) => within(screen.getByRole('listitem', { name }));
const voice = 'The child’s voice may be heard by everybody';
const everybody = 'Books and stories may be for everybody';

describe('what a guardian allowed', () => {
  it('says each thing, since when and by whom, and what is so without it', async () => {
    renderScreen(<PermissionsSection studentId={zoe} api={api} />);
    await screen.findByRole('listitem', { name: everybody });
    expect(row(everybody).getByText('Lea Marsh')).toBeTruthy();
    expect(row(everybody).getByText('Form of 3 May')).toBeTruthy();
    expect(row(voice).getByText(/^Not yet\. Recordings are left out/u)).toBeTruthy();
  });

  it('is recorded with a note, and taken back after a question', async () => {
    const { user } = renderScreen(<PermissionsSection studentId={zoe} api={api} />);
    await screen.findByRole('listitem', { name: voice });
    await user.click(row(voice).getByRole('button', { name: 'Record a yes' }));
    await user.type(await screen.findByLabelText('How do you know?'), 'By telephone');
    await user.click(screen.getByRole('button', { name: 'Record it' }));
    await row(voice).findByRole('button', { name: 'Take it back' });
    await user.click(row(everybody).getByRole('button', { name: 'Take it back' }));
    const question = await screen.findByRole('dialog', { name: 'The guardian took it back?' });
    await user.click(within(question).getByRole('button', { name: 'Take it back' }));
    await row(everybody).findByText(/^Taken back/u);
    expect(asked).toEqual([
      {
        name: 'permissions.record',
        params: { studentId: zoe, purpose: 'voice' },
        body: { note: 'By telephone' },
      },
      { name: 'permissions.end', params: { studentId: zoe, purpose: 'public' }, body: undefined },
    ]);
  });

  it.each([
    [
      new NoNetworkError('cut', false),
      'What a guardian allowed shows up here as soon as Quillshelf can be reached.',
    ],
    [
      new ApiProblem(500, { code: 'x', error: 'Broken', errors: {}, request_id: 'r' }, null),
      'This could not be fetched',
    ],
  ])('says that it is not there where the school does not answer', async (error, words) => {
    failure = error;
    const { user } = renderScreen(<PermissionsSection studentId={zoe} api={api} />);
    await screen.findByText(words);
    failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: voice })).toBeTruthy();
  });

  it('keeps the note where it could not be recorded, and says why', async () => {
    const { user } = renderScreen(<PermissionsSection studentId={zoe} api={api} />);
    await screen.findByRole('listitem', { name: voice });
    await user.click(row(voice).getByRole('button', { name: 'Record a yes' }));
    await user.type(await screen.findByLabelText('How do you know?'), 'By telephone');
    failure = new NoNetworkError('cut', false);
    await user.click(screen.getByRole('button', { name: 'Record it' }));
    await screen.findByText('Quillshelf cannot be reached right now. Please try again in a moment.');
    expect(screen.getByLabelText<HTMLInputElement>('How do you know?').value).toBe('By telephone');
  });

  it('loses no note to Escape, to an update or to a reload', async () => {
    const localDrafts = new FakeLocalDrafts();
    const section = <PermissionsSection studentId={zoe} api={api} />;
    const { user, unmount } = renderScreen(section, { localDrafts });
    await screen.findByRole('listitem', { name: voice });
    await user.click(row(voice).getByRole('button', { name: 'Record a yes' }));
    await user.type(await screen.findByLabelText('How do you know?'), 'By telephone');
    await user.keyboard('{Escape}');
    expect(anyFormDirty()).toBe(true);
    await waitFor(() => expect(localDrafts.text).toContain('By telephone'));
    unmount();
    renderScreen(section, { localDrafts });
    await screen.findByRole('listitem', { name: voice });
    await user.click(row(voice).getByRole('button', { name: 'Record a yes' }));
    await screen.findByText('What you typed before is still here.');
    await user.click(screen.getByRole('button', { name: 'Record it' }));
    await row(voice).findByRole('button', { name: 'Take it back' });
    expect(asked.map(({ body }) => body)).toEqual([{ note: 'By telephone' }]);
    await waitFor(() => expect(localDrafts.text).toBe(''));
    expect(anyFormDirty()).toBe(false);
  });
});

describe('what is missing before everybody may see a work', () => {
  it('comes with a network', async () => {
    failure = new NoNetworkError('cut', false);
    const { user } = renderScreen(<MissingPermissions workId={zoe} api={api} />);
    await screen.findByText('What a guardian allowed shows up here as soon as Quillshelf can be reached.');
    failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Not for everybody yet')).toBeTruthy();
  });

  it('is said in sentences, recorded on the spot, and then it is not missing any more', async () => {
    const { user } = renderScreen(<MissingPermissions workId={zoe} api={api} />);
    await screen.findByText('Not for everybody yet');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${voice}: nobody said yes. Recordings are left out for everybody outside the school.`,
    ]);
    await user.click(screen.getByRole('button', { name: 'What a guardian allowed' }));
    await screen.findByRole('listitem', { name: everybody });
    await user.click(row(voice).getByRole('button', { name: 'Record a yes' }));
    await user.click(await screen.findByRole('button', { name: 'Record it' }));
    expect(await screen.findByText('Nothing is missing: everybody will see all of it.')).toBeTruthy();
  });
});
