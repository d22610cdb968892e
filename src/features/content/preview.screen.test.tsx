import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import { shippedPages } from '#tests/support/content-samples.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { ContentSlots } from './blocks/block.tsx';
import { PreviewScreen } from './preview.screen.tsx';

const about = (await shippedPages()).find(({ card }) => card.slug === 'about')!;
const page = { ...about, card: { ...about.card, id: '0192f3a4-0000-7000-8000-000000000001' } };
const slots: ContentSlots = {
  shelf: ({ title }) => <p>{title}</p>,
  form: () => <p>The form</p>,
  startAt: () => null,
  learning: null,
  forStaff: () => null,
  above: () => null,
  below: () => null,
};

function open(answer: () => FakeAnswer | null, token: string | null = 'sealed') {
  const server = new FakeSchoolServer({ 'POST /content/preview/': answer });
  return { server, ...renderScreen(<PreviewScreen token={token} slots={slots} />) };
}

describe('the page of a preview link', () => {
  it('shows the draft, and says that it is not live', async () => {
    const { server } = open(() => ({ body: page }));
    expect(await screen.findByRole('heading', { level: 1, name: about.head.title })).toBeTruthy();
    expect(screen.getByText('This is a preview; not live yet.')).toBeTruthy();
    expect(server.askedFor('/content/preview/').at(-1)?.body).toEqual({ token: 'sealed' });
  });

  it('says in plain words that a link is over, cut off or missing', async () => {
    const over = { name: 'Back to the start' };
    for (const [answer, token] of [
      [refusalOf(contentProblems.preview_over), 'old'],
      [{ status: 400, body: refusalOf(contentProblems.preview_over)?.body }, 'cut'],
      [refusalOf(contentProblems.preview_over), null],
    ] as const) {
      const { server, unmount } = open(() => answer, token);
      expect(await screen.findByText('This link does not work any more')).toBeTruthy();
      expect(screen.getByRole('link', over)).toBeTruthy();
      expect(server.askedFor('/content/preview/')).toHaveLength(token === null ? 0 : 1);
      unmount();
    }
  });

  it('says that a page without its first words cannot be shown yet', async () => {
    open(() => refusalOf(contentProblems.not_ready));
    expect(await screen.findByText('There is nothing to show yet')).toBeTruthy();
  });

  it('is asked for again where it could not be had', async () => {
    let isAway = true;
    const { user } = open(() => (isAway ? null : { body: page }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: about.head.title })).toBeTruthy();
  });
});
