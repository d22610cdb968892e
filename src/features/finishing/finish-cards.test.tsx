import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { deskParts } from '#src/areas/desk-parts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { StoryOnOneScreen, StorySteps } from '#src/features/writing/story-desk.tsx';

// jsdom lays nothing out, and the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
Element.prototype.scrollTo = () => undefined;

const [kite, moon] = ['a'.repeat(64), 'b'.repeat(64)];
const picture = (sha256: string, alt = ''): Block => {
  return { type: 'picture', attrs: { sha256, alt, width: 'full' } };
};
const work = sampleOwnWork({ blurb: 'A kite.', about_author: 'I like kites.', cover: kite });
const chapterOf = (place: number, document: WorkDocument): OwnChapter => {
  return { id: uuidv7(), work_id: work.id, place, title: '', document, version: uuidv7(), others: [] };
};
const pictured = () =>
  chapterOf(0, { type: 'doc', content: [picture(kite), picture(moon), ...documentOf('It flew.').content] });

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
  useSessionStore.setState({ user: zoe, ended: null });
});

const desk = {
  draw: () => <i />,
  exporting: () => null,
  parts: deskParts,
  ear: (words: string) => <output aria-label="Ear">{words}</output>,
};

function openFinish(own: OwnWork, chapters: readonly OwnChapter[], address = '?step=check') {
  replica.putStory(own, ...chapters);
  return renderScreen(<StorySteps story={own.id} kind={own.kind} {...desk} />, {
    replica,
    address: `/${address}`,
  });
}

const star = (name: string) => screen.findByRole('button', { name });
const card = (name: string) => screen.findByRole('heading', { level: 2, name });
const calls = () => replica.queued.map(([name]) => name);

describe('Finish', () => {
  it('begins with the first card on which something is missing, says so at its foot, and can be handed in', async () => {
    const chapter = pictured();
    const { user } = openFinish(work, [chapter]);
    await card('What’s in your picture?');
    await star('Done: It says what it is about');
    await star('Missing: Each picture says what it shows');
    screen.getByText('2 pictures need a few words');
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    expect(replica.queued).toEqual([
      ['writing.handIn', { params: { workId: work.id }, body: { chapters: [chapter.id] } }],
    ]);
    // The page behind the celebration says what is so now.
    await waitFor(() =>
      expect(screen.getByLabelText('Ear').textContent).toMatch(/^Your teacher has it now\./u),
    );
  });

  it('reads out the card that is open, with one ear alone', async () => {
    const { user } = openFinish({ ...work, cover: null }, [pictured()]);
    await card('Pick your cover');
    expect(screen.getByLabelText('Ear').textContent).toMatch(/^Pick your cover\./u);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await card('What is it about?');
    expect(screen.getByLabelText('Ear').textContent).toMatch(/^What is it about\?/u);
  });

  it('goes from card to card, tells where, and comes back to the same one after a reload', async () => {
    const { user, unmount } = openFinish({ ...work, cover: null }, [pictured()]);
    await card('Pick your cover');
    expect(screen.queryByRole('button', { name: 'Back one card' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const second = await card('What is it about?');
    expect(document.activeElement).toBe(second);
    screen.getByText('Card 2 of 6');
    const address = screen.getByLabelText('Address').textContent ?? '';
    unmount();
    const again = openFinish(work, [pictured()], address.slice(1));
    await card('What is it about?');
    await again.user.click(screen.getByRole('button', { name: 'Back one card' }));
    await card('Pick your cover');
  });

  it('leads by a star to the card, or to the part on the paper, where something is missing', async () => {
    const empty = chapterOf(1, documentOf(''));
    const { user } = openFinish({ ...work, blurb: '' }, [pictured(), empty]);
    await user.click(await star('Missing: It says what it is about'));
    await card('What is it about?');
    await user.click(await star('Missing: No chapter is empty'));
    expect(await screen.findByRole('textbox', { name: 'Chapter 2' })).toBeTruthy();
  });

  it('adds the page that a sheet of paper has room for, and opens it to be written', async () => {
    const { user } = openFinish({ ...work, kind: 'book' }, [
      chapterOf(0, { type: 'doc', content: [picture(kite, 'A kite')] }),
    ]);
    await screen.findByText('The back of the last sheet is still empty');
    await user.click(screen.getByRole('button', { name: 'Add one more page' }));
    const page = await screen.findByRole('textbox', { name: 'Page 2' });
    await waitFor(() => expect(document.activeElement).toBe(page));
    expect(calls()).toEqual(['writing.addChapter']);
  });

  it('reads out at its end what is missing, or that nothing is', async () => {
    const whole = chapterOf(0, { type: 'doc', content: [picture(kite, 'A kite')] });
    const { unmount } = openFinish({ ...work, blurb: '' }, [whole], '?step=check&card=done');
    await card('Done!');
    expect(screen.getByLabelText('Ear').textContent).toMatch(/Nobody knows yet what it is about$/u);
    unmount();
    openFinish(work, [whole], '?step=check&card=done');
    await card('Done!');
    expect(screen.getByLabelText('Ear').textContent).toMatch(/All stars are yours!$/u);
  });

  it('ends with who may read it, leads a work without a picture to the paper, and has no card for pictures then', async () => {
    const { user } = openFinish(
      { ...work, cover: null },
      [chapterOf(0, documentOf('It flew.'))],
      '?step=send',
    );
    await card('Done!');
    screen.getByText('Card 5 of 5');
    screen.getByText('It has no picture on the cover');
    await user.click(screen.getByRole('button', { name: 'Make one' }));
    expect(await screen.findByRole('textbox', { name: 'Chapter 1' })).toBeTruthy();
  });
});

describe('the cards', () => {
  it('save what is said of pictures as one version of their chapter', async () => {
    const chapter = pictured();
    const { user } = openFinish(work, [chapter]);
    await user.type(await screen.findByRole('textbox', { name: 'What can be seen in picture 1?' }), 'A kite');
    await user.type(screen.getByRole('textbox', { name: 'What can be seen in picture 2?' }), 'The moon');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await star('Done: Each picture says what it shows');
    expect(replica.queued).toHaveLength(1);
    expect(replica.queued[0]).toMatchObject([
      'writing.saveChapter',
      {
        body: {
          based_on: chapter.version,
          document: { content: [picture(kite, 'A kite'), picture(moon, 'The moon'), { type: 'paragraph' }] },
        },
      },
    ]);
  });

  it('are saved before the work is handed in, however soon that is', async () => {
    const { user } = openFinish({ ...work, blurb: '' }, [pictured()], '?step=check&card=blurb');
    await user.type(await screen.findByLabelText('A line or two for the back cover'), 'Up!');
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    expect(calls()).toEqual(['writing.change', 'writing.handIn']);
  });

  it('save what is said of pictures before the work is handed in', async () => {
    const { user } = openFinish(work, [pictured()]);
    await user.type(await screen.findByRole('textbox', { name: 'What can be seen in picture 1?' }), 'A kite');
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    await waitFor(() => expect(calls()).toEqual(['writing.saveChapter', 'writing.handIn']));
  });

  it('fill in what the child says on their own page, and warn of what is private in it', async () => {
    replica.putProfile({ ...zoe, id: replica.user_id, about_me: 'I am Zoë Fern.' } as never);
    const { user } = openFinish({ ...work, about_author: '' }, [chapterOf(0, documentOf('It flew.'))]);
    await card('About you');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'About the author' });
    expect(field.value).toBe('I am Zoë Fern.');
    screen.getByText(/Is it a real last name\?/u);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(replica.queued).toEqual([
        ['writing.change', { params: { workId: work.id }, body: { about_author: 'I am Zoë Fern.' } }],
      ]),
    );
    await star('Missing: Nothing private is in it');
  });

  it('ask who may read it, and keep what is proposed to the teacher folded', async () => {
    const { user } = openFinish(
      { ...work, level: 'early' },
      [chapterOf(0, documentOf('It flew.'))],
      '?step=check&card=done',
    );
    const readers = within(await screen.findByRole('group', { name: 'Who may read it?' }));
    await user.click(readers.getByRole('radio', { name: 'Everybody' }));
    expect(replica.queued).toEqual([
      ['writing.change', { params: { workId: work.id }, body: { visibility: 'public' } }],
    ]);
    await user.click(screen.getByText('Tell your teacher more about it'));
    const level = screen.getByRole<HTMLSelectElement>('combobox', { name: 'For whom is it easy enough?' });
    expect(level.value).toBe('early');
  });

  it('stand below the paper where all is on one screen', async () => {
    const chapter = pictured();
    replica.putStory(work, chapter, chapterOf(1, documentOf('')));
    const { user } = renderScreen(<StoryOnOneScreen story={work.id} {...desk} />, { replica, address: '/' });
    await user.click(await star('Missing: No chapter is empty'));
    await screen.findByRole('textbox', { name: 'Chapter 2' });
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    expect(calls()).toEqual(['writing.handIn']);
  });
});
