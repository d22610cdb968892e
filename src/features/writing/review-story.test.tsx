import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ReviewStory } from './review-story.tsx';

const id = '018f0000-0000-7000-8000-000000000009';
const chapter = { id: '018f0000-0000-7000-8000-000000000001', title: '', document: documentOf('It blew.') };
const work = {
  id,
  kind: 'story',
  title: 'The kite',
  state: 'submitted',
  author: { first_name: 'Zoë', last_name: 'Fern' },
  byline: 'Zoë',
  blurb: '',
  dedication: '',
  own_report: null,
  about_author: '',
  language: 'en',
  sdgs: [],
  visibility: 'community',
};

let state: string;
let audience: string;
let review: { by: string; reason: string } | null;
let called: [name: string, body: unknown][];
const answers: Record<string, () => unknown> = {
  'works.read': () => ({ ...work, state, audience }),
  'works.listChapters': () => ({ count: 1, next: null, results: [chapter] }),
  'reviews.listWaiting': () => {
    return { count: 3, next: null, results: [{ id: 'before' }, { id }, { id: 'after' }] };
  },
  'reviews.listOfWork': () => ({ count: 0, next: null, results: review ? [review] : [] }),
};
const api: ApiClient = {
  call: ({ name }, input) => {
    if (name === 'reviews.approve') state = 'approved';
    if (name === 'reviews.publish') state = 'published';
    if (!(name in answers)) called.push([name, (input as { body?: unknown }).body]);
    return Promise.resolve(answers[name]?.() as never);
  },
};

beforeEach(() => {
  state = 'submitted';
  audience = 'community';
  review = null;
  called = [];
});

function open() {
  return renderScreen(
    <ReviewStory
      id={id}
      listHref="/list"
      hrefOf={(story) => `/list/${story}`}
      draw={(document) => <p>{textOf(document)}</p>}
      breadcrumb={null}
      permissions={null}
      privacyHref={() => '/students/zoe'}
      api={api}
    />,
  );
}

it('says yes at once where nothing was written', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByRole('button', { name: 'Publish' });
  expect(called).toEqual([['reviews.approve', { reason: '', sticker: null }]]);
});

it('shows what the author planned, where it is told', async () => {
  const usual = answers['works.read'] ?? expect.fail();
  answers['works.read'] = () => ({ ...work, state, audience, plan: 'A hen.\nThen a fox.' });
  open();
  expect((await screen.findByRole('region', { name: 'The plan' })).textContent).toContain('Then a fox.');
  answers['works.read'] = usual;
});

it('says what was done, and goes on with what follows it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('You approved the story. Publish it to put it on the shelf.')).toBeTruthy();
  await untilFocusIsOn(() => screen.getByRole('button', { name: 'Publish' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('You published the story. It is on the shelf now.')).toBeTruthy();
  await untilFocusIsOn(() => screen.getByRole('status'));
});

it('sends kind words along with a yes, and with what is put on the shelf', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('Your kind words'), 'Lovely!');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText('Your kind words'), 'For all to read!');
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(called).toEqual([
      ['reviews.approve', { reason: 'Lovely!', sticker: null }],
      ['reviews.publish', { visibility: 'community', reason: 'For all to read!', sticker: null }],
    ]),
  );
});

it('throws away no words in silence that a yes does not carry to the author', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('A word about chapter 1'), 'Lovely!');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await screen.findByRole('button', { name: 'Keep my words' }));
  expect(called).toEqual([]);
  expect(screen.getByLabelText('A word about chapter 1')).toHaveProperty('value', 'Lovely!');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await screen.findByRole('button', { name: 'Approve without them' }));
  await screen.findByRole('button', { name: 'Publish' });
  await waitFor(() => expect(screen.getByLabelText('A word about chapter 1')).toHaveProperty('value', ''));
  expect(called).toEqual([['reviews.approve', { reason: '', sticker: null }]]);
});

it('says what is missing where nothing but words about a chapter was written', async () => {
  const { user } = open();
  const missing = 'A kind word here goes first, before it can be given back.';
  await user.type(await screen.findByLabelText('A word about chapter 1'), 'Which kite?');
  await screen.findByText(missing);
  expect(screen.getByRole('button', { name: 'Give it back' })).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Your kind words'), 'Lovely!');
  expect(screen.queryByText(missing)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Give it back' }));
  await waitFor(() => expect(called[0]?.[0]).toBe('reviews.giveBack'));
});

it('puts no words into the mouth of whoever published it', async () => {
  state = 'published';
  review = { by: 'Clara Weiss', reason: '' };
  open();
  await screen.findByRole('button', { name: 'Take it off the shelf' });
  expect(screen.queryByText('Clara Weiss said')).toBeNull();
});

it('says before publishing that a private child keeps it from others, and afterwards who can see it', async () => {
  state = 'approved';
  audience = 'private';
  const { user } = open();
  await screen.findByText('Zoë is private: only Zoë and the teachers will see it.');
  const change = screen.getByRole('link', { name: 'Change the privacy of Zoë' });
  expect(change.getAttribute('href')).toBe('/students/zoe');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Zoë Fern. In the library, only for Zoë and the teachers');
});

it('says of others who can see it, and nothing of privacy', async () => {
  state = 'approved';
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await screen.findByText('Zoë Fern. In the library, for the school and its families');
  expect(screen.queryByText(/is private/u)).toBeNull();
});

it('approves and publishes at once, with a sticker that says something where no words were written', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'A star for you!' }));
  await user.click(screen.getByRole('button', { name: 'Approve and publish' }));
  expect(await screen.findByText('You published the story. It is on the shelf now.')).toBeTruthy();
  expect(called).toEqual([
    ['reviews.approve', {}],
    ['reviews.publish', { visibility: 'community', reason: 'A star for you!', sticker: 'star' }],
  ]);
});

it('gives back with a sticker, which a second tap takes away again', async () => {
  const { user } = open();
  const heart = await screen.findByRole('button', { name: 'I love it!' });
  await user.click(heart);
  expect(heart.getAttribute('aria-pressed')).toBe('true');
  await user.click(heart);
  expect(screen.getByRole('button', { name: 'Give it back' })).toHaveProperty('disabled', true);
  await user.click(heart);
  await user.type(screen.getByLabelText('Your kind words'), 'And then?');
  await user.click(screen.getByRole('button', { name: 'Give it back' }));
  await waitFor(() =>
    expect(called).toEqual([['reviews.giveBack', { reason: 'And then?', sticker: 'heart', comments: [] }]]),
  );
});

it('tells the place in the queue, and leads to those beside it, by keys, too', async () => {
  const { user } = open();
  await screen.findByText('2 of 3 to review');
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/list/before');
  await user.type(screen.getByLabelText('Your kind words'), 'jk');
  expect(screen.getByLabelText('Address').textContent).toBe('/');
  await user.clear(screen.getByLabelText('Your kind words'));
  await user.click(document.body);
  await user.keyboard('j');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/list/after'));
});
