import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { reviewProblems } from '#contract/writing/writing.problems.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ReviewStory } from './review-story.tsx';

// jsdom lays nothing out.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const id = '018f0000-0000-7000-8000-000000000009';
const shelf = '018f0000-0000-7000-8000-000000000008';
const chapter = { id: '018f0000-0000-7000-8000-000000000001', title: '', document: documentOf('It blew.') };
const second = { id: '018f0000-0000-7000-8000-000000000002', title: '', document: documentOf('It fell.') };
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
  level: null,
  categories: [],
  school_class: { id: 'maple', name: 'Maple' },
  sdgs: [],
  visibility: 'community',
};

let state: string;
let audience: string;
let review: { by: string; reason: string } | null;
let called: [name: string, body: unknown][];
const answers: Record<string, () => unknown> = {
  'works.read': () => ({ ...work, state, audience }),
  'works.listChapters': () => ({ count: 2, next: null, results: [chapter, second] }),
  'categories.list': () => ({ count: 1, next: null, results: [{ id: shelf, name: 'Fairy tales' }] }),
  'reviews.listWaiting': () => {
    return { count: 3, next: null, results: [{ id: 'before' }, { id }, { id: 'after' }] };
  },
  'reviews.listOfWork': () => ({ count: 0, next: null, results: review ? [review] : [] }),
};
const api: ApiClient = {
  call: ({ name }, input) => {
    if (name === 'reviews.approve') state = 'approved';
    if (name === 'reviews.giveBack') state = 'returned';
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
  showsWide(true);
});

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
});

function showsWide(isWide: boolean): void {
  window.matchMedia = (media) => {
    const list = matchMedia(media);
    return Object.assign(list, { matches: isWide && media === '(min-width: 1280px)' });
  };
}

function open(school = api, address = '/') {
  return renderScreen(
    <ReviewStory
      id={id}
      draw={() => null}
      drawPage={({ document }) => <p>{textOf(document)}</p>}
      permissions={null}
      api={school}
    />,
    { address },
  );
}

const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('approves, publishes and goes on with the next in two taps', async () => {
  const { user } = open();
  await press(user, 'Approve and publish');
  expect(await screen.findByText('You published the story. It is on the shelf now.')).toBeTruthy();
  await untilFocusIsOn(() => screen.getByRole('link', { name: 'Go on with the next' }));
  await user.click(screen.getByRole('link', { name: 'Go on with the next' }));
  expect(screen.getByLabelText('Address').textContent).toBe('/dashboard?option=Stories&story=after');
  expect(called).toEqual([
    ['reviews.approve', {}],
    ['reviews.publish', { visibility: 'community', reason: '', sticker: null }],
  ]);
});

it('goes on and back within what the queue was narrowed to', async () => {
  const call = vi.spyOn(api, 'call');
  open(api, '/?kind=story&class=maple&page=2');
  const next = await screen.findByRole('link', { name: 'Next' });
  expect(next.getAttribute('href')).toBe('/dashboard?option=Stories&story=after&kind=story&class=maple');
  const back = screen.getByRole('link', { name: 'To review' });
  expect(back.getAttribute('href')).toBe('/dashboard?option=Stories&kind=story&class=maple');
  const query = expect.objectContaining({ kind: 'story', school_class: 'maple' }) as object;
  expect(call).toHaveBeenCalledWith(reviewEndpoints.listWaiting, { query }, expect.anything());
});

it('shows one chapter at a time, and turns by buttons and arrows', async () => {
  const { user } = open();
  await screen.findByText('It blew.');
  expect(screen.queryByText('It fell.')).toBeNull();
  await press(user, 'Next chapter');
  await screen.findByText('It fell.');
  await screen.findByText('Chapter 2 of 2');
  await user.keyboard('{ArrowLeft}');
  await screen.findByText('It blew.');
});

it('points at a place by a tap, which the arrow keys move, and sends it with what goes back', async () => {
  const { user } = open();
  const page = await screen.findByText('It blew.');
  const paper = screen.getByRole('region', { name: 'Chapter 1' });
  paper.getBoundingClientRect = () => new DOMRect(100, 100, 400, 200);
  await user.pointer({ target: page, keys: '[MouseLeft]', coords: { clientX: 200, clientY: 150 } });
  const words = await screen.findByLabelText('1. A word about this place');
  await untilFocusIsOn(() => words);
  await user.type(words, 'Which kite?');
  const description = 'The arrow keys move it';
  screen.getByRole('button', { name: 'Place 1: Which kite?', description }).focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  await user.type(screen.getByLabelText('A word about chapter 1'), 'A fine page.');
  await user.click(screen.getByRole('button', { name: 'I love it!' }));
  await press(user, 'Give back');
  await screen.findByText('The story went back to its author.');
  const id_ = expect.any(String);
  expect(called).toEqual([
    [
      'reviews.giveBack',
      {
        reason: 'I love it!',
        sticker: 'heart',
        comments: [
          { id: id_, chapter_id: chapter.id, text: 'Which kite?', at: { x: 0.31, y: 0.45 } },
          { id: id_, chapter_id: chapter.id, text: 'A fine page.' },
        ],
      },
    ],
  ]);
});

it('points at a place by keys alone, and takes it away', async () => {
  const { user } = open();
  await press(user, 'Point at a place');
  await untilFocusIsOn(() => screen.getByLabelText('1. A word about this place'));
  await press(user, 'Remove place 1');
  expect(screen.queryByLabelText('1. A word about this place')).toBeNull();
});

it('opens a sheet with the answer where there is no room beside the page', async () => {
  showsWide(false);
  const { user } = open();
  await press(user, 'Answer');
  const sheet = within(await screen.findByRole('dialog', { name: 'Answer' }));
  await user.type(sheet.getByLabelText('Your kind words'), 'Lovely!');
  await user.click(sheet.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(user, 'Approve and publish');
  await waitFor(() =>
    expect(called[1]).toEqual([
      'reviews.publish',
      { visibility: 'community', reason: 'Lovely!', sticker: null },
    ]),
  );
});

it('shows the page without the sheet when a place is to be pointed at, and gives the focus back', async () => {
  showsWide(false);
  const { user } = open();
  await press(user, 'Answer');
  const sheet = within(await screen.findByRole('dialog', { name: 'Answer' }));
  expect(sheet.queryByText(/^Tap a place on the page/u)).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Point at a place' }));
  await screen.findByText(/^Tap the place on the page that you mean/u);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Place 1' })).toBeNull();
  await user.click(screen.getByText('It blew.'));
  await untilFocusIsOn(() => screen.getByLabelText('1. A word about this place'));
  expect(screen.queryByText(/^Tap the place on the page/u)).toBeNull();
  await press(user, 'Remove place 1');
  await untilFocusIsOn(() => screen.getByRole('button', { name: 'Point at a place' }));
});

it('points at the middle by Enter where the page is shown without the sheet', async () => {
  showsWide(false);
  const { user } = open();
  await press(user, 'Answer');
  await press(user, 'Point at a place');
  await screen.findByText(/^Tap the place on the page that you mean/u);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Enter}');
  await untilFocusIsOn(() => screen.getByLabelText('1. A word about this place'));
});

it('gives the focus back to where the sheet was opened, also when it was asked for twice', async () => {
  showsWide(false);
  const { user } = open();
  await press(user, 'Answer');
  await press(user, 'Give back');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }));
  await untilFocusIsOn(() => screen.getByRole('button', { name: 'Answer' }));
});

it('shows what the author planned, where it is told', async () => {
  const usual = answers['works.read'] ?? expect.fail();
  answers['works.read'] = () => ({ ...work, state, audience, plan: 'A hen.\nThen a fox.' });
  const { user } = open();
  await user.click(await screen.findByText('About this story'));
  expect(screen.getByRole('region', { name: 'The plan' }).textContent).toContain('Then a fox.');
  answers['works.read'] = usual;
});

it('says what was done, and goes on with what follows it', async () => {
  const { user } = open();
  await press(user, 'Approve without publishing');
  expect(await screen.findByText('You approved the story. Publish it to put it on the shelf.')).toBeTruthy();
  await untilFocusIsOn(() => screen.getByRole('button', { name: 'Publish' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('You published the story. It is on the shelf now.')).toBeTruthy();
});

it('sends kind words along with a yes, and with what is put on the shelf', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('Your kind words'), 'Lovely!');
  await press(user, 'Approve without publishing');
  await screen.findByRole('button', { name: 'Publish' });
  await user.type(await screen.findByLabelText('Your kind words'), 'For all to read!');
  await press(user, 'Publish');
  await waitFor(() =>
    expect(called).toEqual([
      ['reviews.approve', { reason: 'Lovely!', sticker: null }],
      ['reviews.publish', { visibility: 'community', reason: 'For all to read!', sticker: null }],
    ]),
  );
});

it('publishes with what the teacher decided otherwise than it was proposed', async () => {
  const { user } = open();
  await user.click(await screen.findByText('Language, level, shelf, goals (proposed)'));
  await user.selectOptions(screen.getByLabelText('For whom is it easy enough?'), 'early');
  await user.click(await screen.findByRole('button', { name: 'Fairy tales' }));
  await press(user, 'Approve and publish');
  await waitFor(() =>
    expect(called[1]).toEqual([
      'reviews.publish',
      { visibility: 'community', reason: '', sticker: null, level: 'early', categories: [shelf] },
    ]),
  );
});

it('throws away no words in silence that a yes does not carry to the author', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('A word about chapter 1'), 'Lovely!');
  await press(user, 'Approve and publish');
  await press(user, 'Back to my words');
  expect(called).toEqual([]);
  expect(screen.getByLabelText('A word about chapter 1')).toHaveProperty('value', 'Lovely!');
  await press(user, 'Approve and publish');
  await press(user, 'Publish without them');
  await screen.findByText('You published the story. It is on the shelf now.');
});

it('says what is missing before it can be given back, and leads there', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('A word about chapter 1'), 'Which kite?');
  await press(user, 'Give back');
  await screen.findByText(/^First say what you like/u);
  const words = screen.getByLabelText('Your kind words');
  await untilFocusIsOn(() => words);
  expect(words.getAttribute('aria-invalid')).toBe('true');
  expect(words.getAttribute('aria-describedby')).toBe(screen.getByText(/^First say what you like/u).id);
  expect(called).toEqual([]);
  await user.keyboard('Lovely!');
  expect(screen.queryByText(/^First say what you like/u)).toBeNull();
  await press(user, 'Give back');
  await waitFor(() => expect(called[0]?.[0]).toBe('reviews.giveBack'));
});

it('takes no second answer while what became of the first is fetched', async () => {
  const usual = answers['works.read'];
  const { user } = open();
  await user.type(await screen.findByLabelText('Your kind words'), 'Lovely!');
  let answer = () => {};
  answers['works.read'] = () =>
    new Promise((resolve) => (answer = () => resolve({ ...work, state, audience })));
  const giveBack = screen.getByRole('button', { name: 'Give back' });
  await user.dblClick(giveBack);
  await waitFor(() => expect(called).toHaveLength(1));
  expect(giveBack.getAttribute('data-loading')).toBe('true');
  expect(screen.queryByText(/^First say what you like/u)).toBeNull();
  answer();
  expect(await screen.findByText('The story went back to its author.')).toBeTruthy();
  answers['works.read'] = usual ?? (() => null);
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
  await screen.findByText(/Zoë is private: only Zoë and the teachers will see it\./u);
  const change = screen.getByRole('link', { name: 'Change the privacy of Zoë' });
  expect(change.getAttribute('href')).toBe(
    '/dashboard?option=Teacher%20Dashboard&id=maple&q=Zo%C3%AB%20Fern',
  );
  await press(user, 'Publish');
  await screen.findByText('Zoë Fern · Maple · In the library, only for Zoë and the teachers');
});

it('says of others who will see it, and nothing of privacy', async () => {
  state = 'approved';
  const { user } = open();
  await screen.findByText('It will be for the school and its families.');
  await press(user, 'Publish');
  await screen.findByText('Zoë Fern · Maple · In the library, for the school and its families');
  expect(screen.queryByText(/is private/u)).toBeNull();
});

it('takes a sticker back by a second tap', async () => {
  const { user } = open();
  const heart = await screen.findByRole('button', { name: 'I love it!' });
  await user.click(heart);
  expect(heart.getAttribute('aria-pressed')).toBe('true');
  await user.click(heart);
  await press(user, 'Give back');
  expect(called).toEqual([]);
});

it('tells the place in the queue, and leads to those beside it, by keys, too', async () => {
  const { user } = open();
  await screen.findByText('2 of 3 to review');
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe(
    '/dashboard?option=Stories&story=before',
  );
  await user.type(screen.getByLabelText('Your kind words'), 'jk');
  expect(screen.getByLabelText('Address').textContent).toBe('/');
  await user.clear(screen.getByLabelText('Your kind words'));
  await user.click(document.body);
  await user.keyboard('j');
  await waitFor(() =>
    expect(screen.getByLabelText('Address').textContent).toBe('/dashboard?option=Stories&story=after'),
  );
});

it('is not counted among those that wait any more once it was answered, and still leads to the next', async () => {
  state = 'approved';
  const { user } = open();
  await screen.findByText('2 of 3 to review');
  await press(user, 'Publish');
  await screen.findByText('Zoë Fern · Maple · In the library, for the school and its families');
  expect(screen.queryByText('2 of 3 to review')).toBeNull();
  expect(screen.getByRole('link', { name: 'Next' })).toBeTruthy();
});

it('shows what became of it where somebody was faster, and sends nothing twice', async () => {
  const { state_changed } = reviewProblems;
  const faster: ApiClient = {
    call: async (endpoint, input) => {
      if (endpoint.name !== 'reviews.giveBack') return await api.call(endpoint, input);
      throw new ApiProblem(409, { ...state_changed, errors: {}, request_id: 'r' }, null);
    },
  };
  const { user } = open(faster);
  await user.type(await screen.findByLabelText('Your kind words'), 'A lovely kite!');
  state = 'returned';
  await user.click(screen.getByRole('button', { name: 'Give back' }));
  await screen.findByText(state_changed.error);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Give back' })).toBeNull());
});
