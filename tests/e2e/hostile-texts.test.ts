import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { tidyText } from '#contract/kit/text.ts';
import { WorkDocument } from '#contract/works/document.schema.ts';
import { StoryChange } from '#contract/writing/writing.schema.ts';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { families, hostileTexts } from '../support/hostile-texts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';

const site = siteOfFile({ hasWorkers: false });

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** A chapter of each family, of all that a chapter can have. */
const chapters = Object.values(families).map((texts) =>
  texts.filter((text) => v.is(WorkDocument, { type: 'doc', content: [paragraph(text)] })),
);

/** Titles are short, and the first one is searched for. */
const titles = [
  '<img src=x onerror=taken()>',
  '</title><script>taken()</script>',
  '{{constructor.constructor("taken()")()}}',
  '\u202egnp.egami',
  '"><svg onload=taken()>',
  '=HYPERLINK("https://elsewhere.test/x","x")',
].filter((title) => v.is(StoryChange, { title }));

let staff: RecordedPage;
let dialogs = 0;
let slugs: string[] = [];

/** Calls the API as whoever is signed in on this page. */
async function call(method: string, path: string, body: unknown): Promise<unknown> {
  const { status, text } = await staff.page.evaluate(
    async ([how, where, sent]) => {
      const answer = await fetch(`/api${where}`, {
        method: how,
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
          ...(sent !== null && { 'content-type': 'application/json' }),
        },
        ...(sent !== null && { body: sent }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** A story of the signed-in person with these chapters, on the shelf. @returns its address in the library */
async function publish(title: string, parts: readonly (readonly string[])[]): Promise<string> {
  const [id, first] = [uuidv7(), uuidv7()];
  await call('POST', '/own-stories/', { id, title, language: 'en', chapter_id: first });
  const ids = parts.map((_part, place) => (place === 0 ? first : uuidv7()));
  for (const [place, texts] of parts.entries()) {
    const chapter = ids[place] ?? '';
    if (place > 0) await call('POST', `/own-stories/${id}/chapters/`, { id: chapter, place });
    await call('PUT', `/own-stories/${id}/chapters/${chapter}/`, {
      version: uuidv7(),
      based_on: null,
      title,
      document: { type: 'doc', content: texts.map(paragraph) },
    });
  }
  await call('PATCH', `/own-stories/${id}/`, {
    blurb: `${title} ${titles.join(' ')}`,
    plan: title,
    visibility: 'public',
  });
  await call('POST', `/own-stories/${id}/hand-in/`, { chapters: ids });
  await call('POST', `/works/${id}/approve/`, { reason: title });
  await call('POST', `/works/${id}/publish/`, {});
  const { slug } = (await call('GET', `/works/${id}/`, undefined)) as { slug: string };
  return slug;
}

/** Nothing of all this ran, asked anybody or became a part of the page. */
async function expectQuiet({ page, assertQuiet }: RecordedPage): Promise<void> {
  assertQuiet();
  expect(dialogs).toBe(0);
  const found = await page.evaluate(() => ({
    taken: document.documentElement.dataset['taken'] ?? null,
    foreign: document.querySelectorAll(
      '[src*="elsewhere.test"], [href*="elsewhere.test"], [href^="javascript:" i], iframe, object, embed, base, [onerror], [onload], [onclick]',
    ).length,
  }));
  expect(found).toEqual({ taken: null, foreign: 0 });
}

async function open(): Promise<RecordedPage> {
  const context = await site.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Object.assign(window, {
      taken: () => {
        document.documentElement.dataset['taken'] = 'yes';
      },
    });
  });
  const opened = await newPage(context);
  opened.page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  return opened;
}

/** The words of each paragraph on this page. */
const paragraphs = (page: Page) =>
  page.locator('p').evaluateAll((all) => all.map((each) => each.textContent ?? ''));

beforeAll(async () => {
  staff = await open();
  await signInAt(staff.page, site.origin('greenfield'), 'lead@greenfield.test');
  slugs = [
    await publish(
      titles[0] ?? '',
      chapters.filter((texts) => texts.length > 0),
    ),
  ];
  for (const title of titles.slice(1)) slugs.push(await publish(title, [[title]]));
});

describe('works of hostile texts', () => {
  it('stand on the shelves and in the answers of a search as what they are called', async () => {
    const reader = await open();
    const { page } = reader;
    await page.goto(`${site.origin('greenfield')}/library`);
    for (const title of titles)
      await page
        .getByRole('link', { name: tidyText(title) })
        .first()
        .waitFor();
    await expectQuiet(reader);
    await page.getByRole('searchbox', { name: 'Search the library' }).fill('img src=x onerror=taken()');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Books and stories' }).waitFor();
    await page
      .getByRole('link', { name: titles[0] ?? '' })
      .first()
      .waitFor();
    await expectQuiet(reader);
  });

  it('are read as the words that they are, chapter by chapter', async () => {
    const reader = await open();
    const { page } = reader;
    const address = `${site.origin('greenfield')}/library/${slugs[0]}`;
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: titles[0] ?? '' }).waitFor();
    await expectQuiet(reader);
    const written = chapters.filter((texts) => texts.length > 0);
    for (const [place, texts] of written.entries()) {
      await page.goto(`${address}/${place + 1}`);
      await expect.poll(() => paragraphs(page)).toEqual(expect.arrayContaining([...texts]));
      await expectQuiet(reader);
    }
    await page.emulateMedia({ media: 'print' });
    await expectQuiet(reader);
  });

  it('stand in the lists and the editor of who wrote them as they are', async () => {
    const { page } = staff;
    const origin = site.origin('greenfield');
    for (const path of ['/uploadblogsteps', '/dashboard?option=Stories', '/admin-school/dashboard']) {
      await page.goto(`${origin}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectQuiet(staff);
    }
    const [id, chapter_id] = [uuidv7(), uuidv7()];
    await call('POST', '/own-stories/', { id, title: titles[0], language: 'en', chapter_id });
    const texts = chapters.flat().slice(0, 300);
    await call('PUT', `/own-stories/${id}/chapters/${chapter_id}/`, {
      version: uuidv7(),
      based_on: null,
      title: titles[1],
      document: { type: 'doc', content: texts.map(paragraph) },
    });
    await page.goto(`${origin}/uploadblogsteps/${id}?step=write`);
    const editor = page.getByRole('textbox', { name: 'Chapter 1', exact: true });
    await editor.waitFor();
    // On a busy machine the editor is made a second time, and the first is on its way out.
    await expect
      .poll(() => editor.locator('p').evaluateAll((all) => all.map((each) => each.textContent)))
      .toEqual(texts);
    await expectQuiet(staff);
  });

  it('are saved as files in which nothing but words is', async () => {
    const { page } = staff;
    await page.goto(`${site.origin('greenfield')}/library/${slugs[0]}`);
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      expect(download.suggestedFilename()).not.toMatch(/[<>:"/\\|?*]/u);
      return new Uint8Array(await readFile(await download.path()));
    };
    const inside = unzipSync(await save('Save as EPUB'));
    const pages = Object.entries(inside).filter(([name]) => /\.(?:xhtml|opf|xml)$/u.test(name));
    const faults = await page.evaluate(
      (texts) =>
        texts.flatMap(([name, text]) => {
          const read = new DOMParser().parseFromString(text, 'application/xml');
          const strange = [
            ...read.querySelectorAll('parsererror, script, iframe, object, embed, form, svg, style'),
          ];
          const handlers = [...read.querySelectorAll('*')].filter((each) =>
            each.getAttributeNames().some((attribute) => attribute.startsWith('on')),
          );
          return [...strange, ...handlers].map((each) => `${name}: ${each.tagName}`);
        }),
      pages.map(([name, bytes]) => [name, strFromU8(bytes)] as const),
    );
    expect(faults).toEqual([]);
    expect(pages.length).toBeGreaterThan(chapters.length);

    const pdf = await getDocument({ data: await save('Save as PDF'), verbosity: 0 }).promise;
    expect([await pdf.getJSActions(), await pdf.getAttachments()]).toEqual([null, null]);
    expect(pdf.numPages).toBeGreaterThan(1);
    await pdf.destroy();
    // Among them are letters that no font has.
    await page.getByText(/^This tablet has no signs for some letters/u).waitFor();
    await expectQuiet(staff);
    expect(hostileTexts.length).toBeGreaterThan(300);
  });
});
