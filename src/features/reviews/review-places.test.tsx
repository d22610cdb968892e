import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { reviewProblems } from '#contract/writing/writing.problems.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ReviewStory } from './review-story.tsx';

// jsdom lays nothing out.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const id = '018f0000-0000-7000-8000-000000000009';
const first = { id: '018f0000-0000-7000-8000-000000000001', title: '', document: documentOf('It blew.') };
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
  about_author: '',
  language: 'en',
  level: null,
  categories: [],
  school_class: null,
  sdgs: [],
  visibility: 'community',
  audience: 'community',
};

let chapters: (typeof first)[];
let sent: unknown[];
const answers: Readonly<Record<string, () => unknown>> = {
  'works.read': () => work,
  'works.listChapters': () => ({ count: chapters.length, next: null, results: chapters }),
  'categories.list': () => ({ count: 0, next: null, results: [] }),
  'reviews.listWaiting': () => ({ count: 1, next: null, results: [{ id }] }),
  'reviews.listOfWork': () => ({ count: 0, next: null, results: [] }),
};
const api: ApiClient = {
  call: async ({ name }, input) => {
    if (name !== 'reviews.giveBack') return answers[name]?.() as never;
    const { body } = input as { body: { comments: { chapter_id: string }[] } };
    if (body.comments.some(({ chapter_id }) => chapters.every((chapter) => chapter.id !== chapter_id)))
      throw new ApiProblem(409, { ...reviewProblems.state_changed, errors: {}, request_id: 'r' }, null);
    sent.push(body);
    return {} as never;
  },
};

beforeEach(() => {
  chapters = [first, second];
  sent = [];
});

const open = () =>
  renderScreen(
    <ReviewStory
      id={id}
      draw={() => null}
      drawPage={({ document }) => <p>{textOf(document)}</p>}
      permissions={null}
      api={api}
    />,
  );

const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const untilSheetIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('points at the page that is turned to, and no more once the answer is opened', async () => {
  const { user } = open();
  const pointAtPlace = async () => {
    await press(user, 'Answer');
    await press(user, 'Point at a place');
    await untilSheetIsGone();
    await screen.findByText(/^Tap the place on the page that you mean/u);
  };
  await pointAtPlace();
  await press(user, 'Answer');
  const sheet = within(await screen.findByRole('dialog', { name: 'Answer' }));
  expect(screen.queryByText(/^Tap the place on the page/u)).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Done' }));
  await untilSheetIsGone();
  await pointAtPlace();
  await user.keyboard('{PageDown}');
  await screen.findByText('It fell.');
  await user.keyboard('{Enter}');
  await untilFocusIsOn(() => screen.getByLabelText('1. A word about this place'));
  screen.getByRole('region', { name: 'About chapter 2' });
});

it('says of all of it what was to be said of a page that its author took out', async () => {
  const { user } = open();
  await press(user, 'Next chapter');
  await press(user, 'Answer');
  const sheet = within(await screen.findByRole('dialog', { name: 'Answer' }));
  await user.type(sheet.getByLabelText('A word about chapter 2'), 'Where did it fall?');
  await user.type(sheet.getByLabelText('Your kind words'), 'Lovely!');
  await user.click(sheet.getByRole('button', { name: 'Done' }));
  await untilSheetIsGone();
  chapters = [first];
  await press(user, 'Give back');
  await screen.findByText(reviewProblems.state_changed.error);
  await waitFor(() => expect(screen.queryByText('It fell.')).toBeNull());
  await press(user, 'Answer');
  expect(await screen.findByLabelText('Your kind words')).toHaveProperty(
    'value',
    'Lovely!\nWhere did it fall?',
  );
  await press(user, 'Done');
  await untilSheetIsGone();
  await press(user, 'Give back');
  await waitFor(() =>
    expect(sent).toEqual([{ reason: 'Lovely!\nWhere did it fall?', sticker: null, comments: [] }]),
  );
});
