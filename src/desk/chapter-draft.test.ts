import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { ChapterDraft, type SaveState, type Typed } from './chapter-draft.ts';

const chapter: OwnChapter = {
  id: '01985b4e-0000-7000-8000-000000000001',
  work_id: '01985b4e-0000-7000-8000-000000000002',
  place: 0,
  title: '',
  document: documentOf(''),
  version: '01985b4e-0000-7000-8000-000000000003',
  others: [],
};

/** A draft of the chapter, with an editor that holds a text and a device that remembers. */
function open(from = chapter) {
  const editor: Typed = { title: from.title, document: from.document };
  const device = {
    kept: null as unknown,
    stored: [] as { based_on: string | null; version: string; text: string }[],
  };
  const states: SaveState[] = [];
  const broken = { store: false };
  const draft = new ChapterDraft(from, {
    read: () => ({ ...editor }),
    show: (typed) => Object.assign(editor, typed),
    store: ({ body }) => {
      if (broken.store) return Promise.reject(new Error('The device is full'));
      device.stored.push({ based_on: body.based_on, version: body.version, text: textOf(body.document) });
      return Promise.resolve();
    },
    keep: (kept) => {
      device.kept = kept;
      return Promise.resolve();
    },
    onState: (state) => states.push(state),
    onFailure: () => undefined,
  });
  const type = (text: string) => {
    editor.document = documentOf(text);
    draft.noteTyping();
  };
  return { draft, device, editor, states, broken, type };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what is typed into a chapter', () => {
  it('is kept on the device at once, saved when the hand rests, and kept no more then', async () => {
    const { device, states, type } = open();
    type('Once');
    await vi.advanceTimersByTimeAsync(300);
    expect(device.kept).toMatchObject({ based_on: chapter.version, document: documentOf('Once') });
    expect(device.stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(device.stored).toMatchObject([{ based_on: chapter.version, text: 'Once' }]);
    expect(device.kept).toBeNull();
    expect(states).toEqual(['typing', 'saved']);
  });

  it('is the version that it was kept as, and nothing new where it was saved before the page was loaded again', async () => {
    const { device, draft, type } = open();
    type('Once');
    draft.keep();
    const left = device.kept;
    await draft.save();
    const [saved] = device.stored;
    expect(left).toMatchObject({ version: saved?.version });
    const again = open({ ...chapter, version: saved?.version ?? null, document: documentOf('Once') });
    again.draft.takeUp(left);
    await again.draft.save();
    expect(again.device.stored).toEqual([]);
    again.type('Once upon');
    await again.draft.save();
    expect(again.device.stored).toMatchObject([{ based_on: saved?.version }]);
  });

  it('is the next version where another tab saved what this one had kept', async () => {
    const { device, draft, type } = open();
    type('Once');
    await vi.advanceTimersByTimeAsync(300);
    const { version } = device.kept as { version: string };
    type('Once upon');
    // The other tab opens the list: it saves what is kept.
    draft.follow({ ...chapter, version, document: documentOf('Once') });
    await vi.advanceTimersByTimeAsync(2000);
    const [stored, ...more] = device.stored;
    expect(stored).toMatchObject({ based_on: version, text: 'Once upon' });
    expect(stored?.version).not.toBe(version);
    expect(more).toEqual([]);
  });

  it('is dropped where it was saved, so that it is not saved again later', async () => {
    const { device, draft, states } = open({ ...chapter, version: 'saved' });
    device.kept = 'Once';
    draft.takeUp({ based_on: chapter.version, version: 'saved', title: '', document: documentOf('Once') });
    await vi.advanceTimersByTimeAsync(0);
    expect(device.kept).toBeNull();
    expect(states).toEqual([]);
  });

  it('is kept soon after the last key, and not only after the first', async () => {
    const { device, type } = open();
    type('On');
    await vi.advanceTimersByTimeAsync(200);
    type('Once');
    await vi.advanceTimersByTimeAsync(299);
    expect(device.kept).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(device.kept).toMatchObject({ document: documentOf('Once') });
    type('Once upon');
    await vi.advanceTimersByTimeAsync(300);
    expect(device.kept).toMatchObject({ document: documentOf('Once upon') });
  });

  it('is saved while somebody types without a pause, each version based on the one before', async () => {
    const { device, type } = open();
    for (let second = 0; second < 40; second += 1) {
      type(`Once ${second}`);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(device.stored.length).toBeGreaterThan(1);
    expect(device.stored[1]?.based_on).toBe(device.stored[0]?.version);
  });

  it('comes back after the tab was killed, based on what it began from', async () => {
    const before = open();
    before.type('Once upon');
    await vi.advanceTimersByTimeAsync(300);
    const meanwhile = { ...chapter, version: 'another', document: documentOf('Written elsewhere') };
    const after = open(meanwhile);
    after.draft.takeUp(before.device.kept);
    expect(textOf(after.editor.document)).toBe('Once upon');
    await after.draft.save();
    expect(after.device.stored).toMatchObject([{ based_on: chapter.version, text: 'Once upon' }]);
    // What makes no sense is left alone.
    const other = open();
    other.draft.takeUp({ document: '<p>x</p>' });
    expect(textOf(other.editor.document)).toBe('');
  });

  it('stays where another device went on meanwhile; what nobody touched follows it', async () => {
    const changed = { ...chapter, version: 'another', document: documentOf('Written elsewhere') };
    const quiet = open();
    quiet.draft.follow(changed);
    expect(textOf(quiet.editor.document)).toBe('Written elsewhere');
    const busy = open();
    busy.type('Mine');
    busy.draft.follow(changed);
    expect(textOf(busy.editor.document)).toBe('Mine');
    await busy.draft.save();
    expect(busy.device.stored).toMatchObject([{ based_on: chapter.version }]);
    // Kept beside the other one, it goes on as it is.
    const version = busy.device.stored[0]?.version ?? '';
    busy.draft.follow({ ...changed, others: [{ version, title: '', document: documentOf('Mine') }] });
    expect(textOf(busy.editor.document)).toBe('Mine');
  });

  it('is not lost where the device cannot store it, and says so', async () => {
    const { draft, device, states, broken, type } = open();
    broken.store = true;
    type('Once');
    await draft.save();
    expect(states.at(-1)).toBe('failed');
    broken.store = false;
    await draft.save();
    expect(device.stored).toMatchObject([{ based_on: chapter.version, text: 'Once' }]);
  });

  it('that is more than one call can carry is not sent, and says so', async () => {
    const { draft, device, states, type } = open();
    type(Array.from({ length: 4 }, () => '語'.repeat(20_000)).join('\n\n'));
    await draft.save();
    expect([device.stored, states.at(-1)]).toEqual([[], 'too_long']);
  });

  it('is kept where there is too much of it, is there after a killed tab, and is saved once it is shorter', async () => {
    const { device, states, type } = open();
    const much = Array.from({ length: 1001 }, () => 'Once.').join('\n\n');
    type(much);
    await vi.advanceTimersByTimeAsync(2300);
    expect(states).toEqual(['typing', 'too_long']);
    expect(device.stored).toEqual([]);
    const again = open();
    again.draft.takeUp(structuredClone(device.kept));
    expect(textOf(again.editor.document)).toBe(textOf(documentOf(much)));
    again.type('Once.');
    await vi.advanceTimersByTimeAsync(2300);
    expect(again.device.stored).toMatchObject([{ text: 'Once.' }]);
  });
});
