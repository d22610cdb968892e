import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { saveLeftWords, WordsOnDevice } from './left-words.ts';

const owner = { tenant_id: 'school', user_id: 'zoe' };
const workId = '01a208e9-ae9b-74da-9699-fad463c7f1bd';
const chapterOf = (id: string): OwnChapter => {
  return { id, work_id: workId, place: 0, title: '', document: documentOf(''), version: null, others: [] };
};
const chapters = [
  chapterOf('01a208e9-ae9b-74da-9699-fad463c7f001'),
  chapterOf('01a208e9-ae9b-74da-9699-fad463c7f002'),
] as const;
const typed = (text: string) => {
  return { based_on: null, title: '', document: documentOf(text) };
};

function deviceOf(fake = new FakeLocalDrafts()): { fake: FakeLocalDrafts; own: OwnDrafts } {
  return { fake, own: fake.of(owner) };
}

/** What is saved of the work when somebody opens it. */
async function openWork(own: OwnDrafts, rows: readonly OwnChapter[] = chapters) {
  const saved: string[] = [];
  await saveLeftWords(
    own,
    workId,
    () => rows,
    (input) => {
      saved.push(`${input.params.chapterId.slice(-1)} ${JSON.stringify(input.body.document)}`);
      return Promise.resolve();
    },
  );
  return saved;
}

describe('words that a killed tab left', () => {
  it('are saved once the work is opened, also those of a chapter that nobody opens', async () => {
    const { own, fake } = deviceOf();
    await new WordsOnDevice(own, chapters[1]).keep(typed('The end.'));
    const [saved, ...more] = await openWork(own);
    expect(saved).toMatch(/^2 .*The end\./u);
    expect(more).toEqual([]);
    expect(fake.text).toBe('');
    expect(await openWork(own)).toEqual([]);
  });

  it('are none any more once they were saved where they were typed', async () => {
    const { own, fake } = deviceOf();
    const words = new WordsOnDevice(own, chapters[0]);
    // Nobody waits between: what is dropped does not come back by what was under way.
    await Promise.all([words.keep(typed('Once')), words.keep(null)]);
    expect(fake.text).toBe('');
    await words.keep(typed('Once upon'));
    expect(await openWork(own)).toHaveLength(1);
  });

  it('are forgotten where the tab saved them, and ended before it could say so', async () => {
    const { own, fake } = deviceOf();
    const version = '01a208e9-ae9b-74da-9699-fad463c7f003';
    await new WordsOnDevice(own, chapters[0]).keep({ ...typed('Once'), version });
    expect(await openWork(own, [{ ...chapters[0], version }])).toEqual([]);
    expect(fake.text).toBe('');
  });

  it('wait where they are when they are too many to be saved', async () => {
    const { own } = deviceOf();
    await new WordsOnDevice(own, chapters[0]).keep(typed('Long ago. '.repeat(60_000)));
    expect(await openWork(own)).toEqual([]);
    expect(await new WordsOnDevice(own, chapters[0]).read()).not.toBeNull();
  });

  it('stay on the device where it could not keep the change', async () => {
    const { own } = deviceOf();
    await new WordsOnDevice(own, chapters[0]).keep(typed('Once'));
    const full = saveLeftWords(
      own,
      workId,
      () => chapters,
      () => Promise.reject(new Error('no room')),
    );
    await expect(full).rejects.toThrow('no room');
    expect(await openWork(own)).toHaveLength(1);
  });
});
