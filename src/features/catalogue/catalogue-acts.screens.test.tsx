import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { catalogueProblems } from '#contract/catalogue/catalogue.problems.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { catalogueScreens, row, sea, sky, TestSchool } from '#tests/support/catalogue-screens.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';

const { workOf, noNetwork, show } = catalogueScreens();

const menuOf = (title: string) => screen.getByRole('button', { name: `Actions for ${title}` });
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

describe('what can be done with one story', () => {
  it.each<[string, Partial<CatalogueWork>, string[]]>([
    ['a draft', { state: 'draft' }, ['Read']],
    ['one to review', { state: 'submitted' }, ['Read', 'Review', 'Shelves']],
    ['an approved one', { state: 'approved' }, ['Read', 'Review', 'Publish', 'Shelves']],
    [
      'an approved one that stays private',
      { state: 'approved', visibility: 'private' },
      ['Read', 'Review', 'Shelves'],
    ],
    ['one in the library', {}, ['Read', 'Shelves', 'Show first', 'Take off the shelf']],
    [
      'one that is shown first',
      { is_featured: true },
      ['Read', 'Shelves', 'Show in turn', 'Take off the shelf'],
    ],
    ['a tale', { author: null, is_reviewed: false }, ['Read', 'Shelves', 'Show first', 'Take it down']],
    [
      'one that was taken down',
      { state: 'withdrawn', is_taken_down: true },
      ['Read', 'Shelves', 'Reinstate'],
    ],
  ])('is offered by what it is: %s', async (_what, fields, expected) => {
    const { user } = show(new TestSchool([workOf(fields)]));
    await row('The kite');
    await user.click(menuOf('The kite'));
    expect(items()).toEqual(expected);
  });

  it('is less for a teacher, who neither says what comes first nor takes down', async () => {
    useSessionStore.setState({ user: sampleAdmin({ role: 'teacher' }) });
    const { user } = show(new TestSchool([workOf()]));
    await row('The kite');
    await user.click(menuOf('The kite'));
    expect(items()).toEqual(['Read', 'Shelves', 'Take off the shelf']);
  });

  it('leads to where it is read and answered', async () => {
    const work = workOf({ state: 'submitted' });
    const { user } = show(new TestSchool([work]));
    await row('The kite');
    expect(screen.getByRole('link', { name: 'The kite' }).getAttribute('href')).toBe(`/library/${work.slug}`);
    await user.click(menuOf('The kite'));
    await user.click(screen.getByRole('menuitem', { name: 'Review' }));
    await untilAddressIs(`/dashboard?option=Stories&story=${work.id}`);
  });

  it.each([
    [
      'the office to Plans',
      sampleAdmin(),
      subscriptionProblems.read_only.error,
      '/admin-school/subscriptions',
    ],
    [
      'an organization to its own Plans',
      sampleAdmin({ role: 'organization_admin' }),
      subscriptionProblems.read_only.error,
      '/admin-organization/subscriptions',
    ],
    [
      'a teacher to the office',
      sampleAdmin({ role: 'teacher' }),
      'Your school’s plan has run out. All work is safe. Your school’s office can renew the plan.',
      null,
    ],
  ])('that is not published because the plan ran out sends %s', async (_whom, user, text, href) => {
    useSessionStore.setState({ user });
    const school = new TestSchool([workOf({ state: 'approved' })]);
    school.failures['catalogue.publish'] = new ApiProblem(
      409,
      { ...subscriptionProblems.read_only, errors: {}, request_id: 'request' },
      null,
    );
    const { user: hand } = show(school);
    await row('The kite');
    await hand.click(menuOf('The kite'));
    await hand.click(screen.getByRole('menuitem', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish “The kite”?' }));
    await hand.click(dialog.getByRole('button', { name: 'Publish' }));
    const toast = (await screen.findByText('Not published')).closest<HTMLElement>('[role="alert"]');
    expect(toast?.textContent).toContain(text);
    const link = toast && within(toast).queryByRole('link', { name: 'Open Plans' });
    expect(link?.getAttribute('href') ?? null).toBe(href);
  });

  it('is taken off the shelf with a word that its author reads, which stays where that failed', async () => {
    const work = workOf();
    const school = new TestSchool([work]);
    const { user } = show(school);
    await row('The kite');
    await user.click(menuOf('The kite'));
    await user.click(screen.getByRole('menuitem', { name: 'Take off the shelf' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take “The kite” off the shelf?' }));
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    expect(await dialog.findByText('Please write a kind word that says why')).toBeTruthy();
    await user.type(dialog.getByLabelText('A kind word that says why'), 'One more look.');
    school.failure = noNetwork;
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    expect(await screen.findByText(/^Quillshelf cannot be reached right now. Please/u)).toBeTruthy();
    expect(dialog.getByLabelText('A kind word that says why')).toHaveProperty('value', 'One more look.');
    school.failure = null;
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /off the shelf/u })).toBeNull());
    expect(school.of('catalogue.withdraw').at(-1)?.body).toEqual({
      ids: [work.id],
      reason: 'One more look.',
    });
    expect(await screen.findByText('“The kite” is off the shelf')).toBeTruthy();
  });
});

describe('what can be done with several stories', () => {
  it('is done to those that it can be done to, and says what becomes of the others', async () => {
    const ready = [
      workOf({ title: 'Ready', state: 'approved' }),
      workOf({ title: 'Again', state: 'withdrawn' }),
    ];
    const school = new TestSchool([...ready, workOf({ title: 'Draft', state: 'draft' })]);
    const { user } = show(school);
    await row('Ready');
    for (const title of ['Ready', 'Again', 'Draft'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }));
    expect(screen.getByText('3 selected')).toBeTruthy();
    const bar = within(screen.getByRole('region', { name: 'Selected stories' }));
    expect(bar.queryByRole('button', { name: 'Take off the shelf' })).toBeNull();
    await user.click(bar.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2 stories?' }));
    expect(dialog.getByText(/1 story cannot be published/u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(school.of('catalogue.publish').map(({ body }) => body)).toEqual([
        { ids: ready.map(({ id }) => id) },
      ]),
    );
    expect(await screen.findByText('2 stories are in the library')).toBeTruthy();
    // What was not changed stays picked.
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.getByText('These are still being written.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('puts them on shelves, and leaves the shelves alone that nobody touched', async () => {
    const both = [workOf({ title: 'One', categories: [sea.id] }), workOf({ title: 'Two', categories: [] })];
    const school = new TestSchool(both);
    const { user } = show(school);
    await row('One');
    const [all] = screen.getAllByRole('checkbox', { name: 'Select all 2 shown' });
    await user.click(all ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Shelves' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelves of 2 stories' }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'The sea' }).indeterminate).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: 'The sky' }));
    school.failure = new ApiProblem(
      409,
      { ...catalogueProblems.too_many_shelves, error: '“One”: too many.', errors: {}, request_id: 'r' },
      null,
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('“One”: too many.')).toBeTruthy();
    school.failure = null;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Shelves of/u })).toBeNull());
    expect(school.of('catalogue.shelve').at(-1)?.body).toEqual({
      ids: both.map(({ id }) => id),
      add: [sky.id],
      remove: [],
    });
  });

  it('takes those of all pages, a hundred to a call', async () => {
    const many = Array.from({ length: 130 }, (_, place) => workOf({ title: `Story ${place}` }));
    const school = new TestSchool(many);
    const { user } = show(school);
    await row('Story 0');
    await user.click(screen.getByRole('checkbox', { name: 'Select Story 0' }));
    await user.click(screen.getByRole('button', { name: 'Select all 130' }));
    await screen.findByText('130 selected');
    await user.click(screen.getByRole('button', { name: 'Show first' }));
    await waitFor(() => expect(school.of('catalogue.feature')).toHaveLength(2));
    const sent = school.of('catalogue.feature').flatMap(({ body }) => body?.['ids'] as string[]);
    expect(new Set(sent)).toEqual(new Set(many.map(({ id }) => id)));
  });
});
