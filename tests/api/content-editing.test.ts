import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { readTexts } from '#server/modules/content/shipped-texts.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const texts = await readTexts(fileURLToPath(new URL('../../server/modules/content/pages', import.meta.url)));
const hour = 60 * 60 * 1000;
const language = 'en';

let platform: Caller;
let school: Caller;
let neighbours: Caller;

beforeAll(async () => {
  await putTexts(world.context.database, texts, world.clock.now());
  platform = await world.as(world.platformAdmin);
  school = await world.as(greenfield.schoolAdmin);
  neighbours = await world.as(riverside.schoolAdmin);
});

const visitorOf = (host: string): Caller => ({ host, access: null });
const platformHost = 'localhost';

const text = (id: string, words: string): Unfinished => ({
  id,
  kind: 'text',
  for: 'everyone',
  document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
});
const headOf = (page: Pick<EditedPage, 'draft' | 'live'>, more: Unfinished = {}): Unfinished => ({
  ...(page.draft ?? page.live)?.head,
  summary: 'What it is about',
  ...more,
});

let made = 0;
const create = async (by: Caller, title: string) => {
  made += 1;
  return await world.call(by, editorEndpoints.create, {
    body: { kind: 'event', slug: `event-${made}`, language, title },
  });
};
const edit = (by: Caller, id: string) =>
  world.call(by, editorEndpoints.edit, { params: { id }, query: { language } });
const draftOf = (page: EditedPage, blocks: Unfinished[], head: Unfinished = headOf(page)) => ({
  params: { id: page.id, language },
  body: { base: page.live?.n ?? null, seen: page.draft?.updated_at ?? null, head, blocks },
});
const publishOf = (page: EditedPage, moments: { from?: string; until?: string } = {}) => ({
  params: { id: page.id },
  body: {
    language,
    draft_updated_at: page.draft?.updated_at ?? '2020-01-01T00:00:00.000Z',
    live_n: page.live?.n ?? null,
    ...moments,
  },
});

/** Writes words and publishes them. */
async function publish(
  by: Caller,
  id: string,
  words: string,
  moments: { from?: string; until?: string } = {},
) {
  await world.call(by, editorEndpoints.writeDraft, draftOf(await edit(by, id), [text('words', words)]));
  return await world.call(by, editorEndpoints.publish, publishOf(await edit(by, id), moments));
}

const read = async (host: string, kind: ContentKind, slug: string) =>
  JSON.stringify(
    await world.call(visitorOf(host), contentEndpoints.read, { params: { kind, slug }, query: {} }),
  );
const isGone = async (host: string, kind: ContentKind, slug: string) =>
  (await world.refusal(visitorOf(host), contentEndpoints.read, { params: { kind, slug }, query: {} }))
    .code === contentProblems.not_found.code;

const after = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds).toISOString();

describe('a recording', () => {
  const block = (transcript: Unfinished): Unfinished => ({
    id: 'recording',
    kind: 'recording',
    for: 'everyone',
    url: 'https://video.example.org/lesson',
    transcript,
  });
  const said = text('words', 'Hello, class')['document'] as Unfinished;

  it('is published with its transcript, which children get without the link', async () => {
    const page = await create(platform, 'A lesson that is over');
    const empty = [block({ type: 'doc', content: [] })];
    await world.call(platform, editorEndpoints.writeDraft, draftOf(page, empty));
    const refused = await world.refusal(
      platform,
      editorEndpoints.publish,
      publishOf(await edit(platform, page.id)),
    );
    expect(refused.details).toEqual({
      lacks: [
        {
          block: 'recording',
          field: 'transcript.content',
          lacks: 'A recording needs its words: they are the transcript',
        },
      ],
    });
    await world.call(
      platform,
      editorEndpoints.writeDraft,
      draftOf(await edit(platform, page.id), [block(said)]),
    );
    await world.call(platform, editorEndpoints.publish, publishOf(await edit(platform, page.id)));
    for (const [person, hasLink] of [
      [greenfield.student, false],
      [riverside.student, false],
      [greenfield.teacher, true],
    ] as const) {
      const seen = await world.call(await world.as(person), contentEndpoints.read, {
        params: { kind: 'event', slug: page.slug },
        query: {},
      });
      const words = JSON.stringify(seen);
      expect(words).toContain('Hello, class');
      expect([person.id, words.includes('video.example.org')]).toEqual([person.id, hasLink]);
    }
  });
});

describe('an event', () => {
  it('is not published in a time zone that does not exist, or online without a beginning', async () => {
    const page = await create(platform, 'A lesson');
    const head = headOf(page, { time_zone: 'Not/A_Zone', online: true });
    await world.call(platform, editorEndpoints.writeDraft, draftOf(page, [], head));
    const { details } = await world.refusal(
      platform,
      editorEndpoints.publish,
      publishOf(await edit(platform, page.id)),
    );
    expect((details as { lacks: Lack[] }).lacks.map(({ field }) => field)).toEqual([
      'time_zone',
      'starts_at',
    ]);
  });
});

describe('an editor', () => {
  it('writes a draft that nobody else reads, and publishes it', async () => {
    const page = await create(platform, 'Canary title');
    await world.call(platform, editorEndpoints.writeDraft, draftOf(page, [text('words', 'canaryword')]));
    const found = await world.call(visitorOf(greenfield.host), libraryEndpoints.searchAll, {
      query: { search: 'canaryword' },
    });
    expect(found.pages.count).toBe(0);
    for (const host of [platformHost, greenfield.host])
      expect(await isGone(host, 'event', page.slug)).toBe(true);
    const list = await world.call(visitorOf(platformHost), contentEndpoints.list, { query: { limit: 200 } });
    expect(JSON.stringify(list)).not.toContain('Canary title');
    const map = await world.request(visitorOf(platformHost), 'GET', '/sitemap.xml');
    expect(JSON.stringify(map.body)).not.toContain(page.slug);
    const unseen = await world.refusal(school, editorEndpoints.edit, { params: { id: page.id }, query: {} });
    expect(unseen.code).toBe(contentProblems.not_found.code);
    const rows = await inTenant(world.context.database, greenfield.tenant.id, (transaction) =>
      transaction.selectFrom('content_drafts').select('page_id').where('page_id', '=', page.id).execute(),
    );
    expect(rows).toEqual([]);

    const shown = await world.call(
      platform,
      editorEndpoints.publish,
      publishOf(await edit(platform, page.id)),
    );
    expect([shown.live?.n, shown.draft]).toEqual([1, null]);
    for (const host of [platformHost, riverside.host])
      expect(await read(host, 'event', page.slug)).toContain('canaryword');
  });

  it('never overwrites what another one wrote since, and both are named', async () => {
    const page = await create(school, 'Reading night');
    const first = draftOf(page, [text('words', 'mine')]);
    await world.call(school, editorEndpoints.writeDraft, first);
    const refused = await world.refusal(
      school,
      editorEndpoints.writeDraft,
      draftOf(page, [text('words', 'theirs')]),
    );
    expect(refused.code).toBe(contentProblems.changed_since.code);
    expect(JSON.stringify(refused.details)).toContain('mine');
    const stale = await world.refusal(school, editorEndpoints.publish, publishOf(page));
    expect(stale.code).toBe(contentProblems.changed_since.code);
    expect(JSON.stringify((await edit(school, page.id)).draft)).toContain('mine');
  });

  it('is shown both where the page changed since the draft was begun', async () => {
    const page = await create(platform, 'Two at once');
    await publish(platform, page.id, 'first');
    const seenFirst = await edit(platform, page.id);
    await publish(platform, page.id, 'second');
    await world.call(platform, editorEndpoints.writeDraft, draftOf(seenFirst, [text('words', 'old base')]));
    const now = await edit(platform, page.id);
    expect([now.draft?.base_n, now.live?.n]).toEqual([1, 2]);
    const refused = await world.refusal(platform, editorEndpoints.publish, {
      ...publishOf(now),
      body: { ...publishOf(now).body, live_n: 1 },
    });
    expect(refused.code).toBe(contentProblems.changed_since.code);
    expect(Object.keys(refused.details ?? {})).toEqual(['draft', 'live']);
    expect(await read(platformHost, 'event', page.slug)).toContain('second');
  });

  it('hears what a draft lacks, by block', async () => {
    const page = await create(platform, 'Not ready');
    const blocks = [
      {
        id: 'facts',
        kind: 'facts',
        for: 'everyone',
        facts: [{ text: 'So it is', source: '', url: '', date: '' }],
      },
      { id: 'quotes', kind: 'quotes', for: 'everyone', quotes: [{ words: 'Hi', name: 'Ada', consent: ' ' }] },
      { id: 'film', kind: 'film', for: 'everyone', frames: [{ picture: '', words: '', seconds: 3 }] },
      { id: 'go', kind: 'action', for: 'everyone', label: 'Go', to: '/courses/no-such-course' },
      { id: 'cards', kind: 'cards', for: 'everyone', pages: ['hub/nowhere'] },
      { id: 'cards', kind: 'text', for: 'everyone' },
    ];
    await world.call(
      platform,
      editorEndpoints.writeDraft,
      draftOf(page, blocks, headOf(page, { summary: '' })),
    );
    const refused = await world.refusal(
      platform,
      editorEndpoints.publish,
      publishOf(await edit(platform, page.id)),
    );
    expect([refused.status, refused.code]).toEqual([409, contentProblems.not_ready.code]);
    const lacks = (refused.details?.lacks ?? []) as Lack[];
    const of = (block: string | null) => lacks.filter((each) => each.block === block);
    expect(of(null).map(({ field }) => field)).toEqual(['summary']);
    expect(of('facts').map(({ lacks: words }) => words)).toEqual(
      expect.arrayContaining(['A fact needs its source', 'A fact needs the day of its source']),
    );
    expect(of('quotes')[0]?.lacks).toContain('consent');
    expect(of('film').map(({ field }) => field)).toEqual(['frames.0.picture', 'frames.0.words']);
    expect(of('go')[0]?.lacks).toContain('/courses/no-such-course');
    expect(of('cards').map(({ lacks: words }) => words)).toEqual(
      expect.arrayContaining(['There is no page hub/nowhere', 'Two blocks have one name']),
    );
    expect(await isGone(platformHost, 'event', page.slug)).toBe(true);
  });

  it('may not make another task of a step that readers did, nor name two alike', async () => {
    const page = await create(platform, 'Steps keep their meaning');
    const step = { id: 'look', title: 'Look', text: 'Look around' };
    const steps = (...all: object[]) => ({ id: 'do', kind: 'steps', for: 'everyone', steps: all });
    const asks = (id: string) => ({
      id: 'do',
      kind: 'checklist',
      for: 'everyone',
      items: [{ id, text: 'Looked?' }],
    });
    const attempt = async (block: Unfinished) => {
      const seen = await edit(platform, page.id);
      await world.call(platform, editorEndpoints.writeDraft, draftOf(seen, [block]));
      return publishOf(await edit(platform, page.id));
    };
    const refused = async (block: Unfinished) => {
      const { code, details } = await world.refusal(platform, editorEndpoints.publish, await attempt(block));
      return [code, ((details?.lacks ?? []) as Lack[]).map(({ block: of, field }) => [of, field])];
    };
    const { code } = contentProblems.not_ready;
    expect(await refused(steps(step, step))).toEqual([code, [['do', 'steps.1']]]);
    await world.call(platform, editorEndpoints.publish, await attempt(steps(step)));
    expect(await refused(asks('look'))).toEqual([code, [['do', 'items.0']]]);
    await world.call(platform, editorEndpoints.publish, await attempt(asks('looked')));
    expect(await refused(asks('look'))).toEqual([code, [['do', 'items.0']]]);
    // A page of a school with the same ids is another page.
    const own = await create(school, 'Steps of a school');
    await world.call(school, editorEndpoints.writeDraft, draftOf(own, [asks('look')]));
    const shown = await world.call(school, editorEndpoints.publish, publishOf(await edit(school, own.id)));
    expect(shown.live?.n).toBe(1);
  });

  it('finds nothing amiss with the texts that come with the program', async () => {
    const { results } = await world.call(platform, editorEndpoints.listEdited, { query: { limit: 200 } });
    const shipped = results.filter(({ changed_by }) => changed_by === null).slice(0, 20);
    expect(shipped).toHaveLength(20);
    for (const { id } of shipped) {
      const page = await edit(platform, id);
      await world.call(platform, editorEndpoints.restore, {
        params: { id },
        body: { language, n: page.live?.n ?? 0, seen: null },
      });
      const { live } = await world.call(
        platform,
        editorEndpoints.publish,
        publishOf(await edit(platform, id)),
      );
      expect(live?.n).toBe(2);
    }
  });

  it('ends a page and calls off what is planned; an older version does not come back', async () => {
    const page = await create(platform, 'Down');
    await publish(platform, page.id, 'first');
    world.clock.advance(1000);
    await publish(platform, page.id, 'second');
    world.clock.advance(1000);
    const planned = await publish(platform, page.id, 'third', { from: after(hour) });
    expect([planned.live?.n, planned.planned.map(({ n }) => n)]).toEqual([2, [3]]);
    const ended = await world.call(platform, editorEndpoints.unpublish, {
      params: { id: page.id },
      body: { language, live_n: 2 },
    });
    expect([ended.live, ended.planned]).toEqual([null, []]);
    world.clock.advance(2 * hour);
    expect(await isGone(platformHost, 'event', page.slug)).toBe(true);
  });

  it('makes a draft of an earlier version, and nothing live', async () => {
    platform = await world.as(world.platformAdmin);
    const page = await create(platform, 'Earlier');
    await publish(platform, page.id, 'first');
    world.clock.advance(1000);
    await publish(platform, page.id, 'second');
    const restored = await world.call(platform, editorEndpoints.restore, {
      params: { id: page.id },
      body: { language, n: 1, seen: null },
    });
    expect(JSON.stringify(restored.draft)).toContain('first');
    expect(await read(platformHost, 'event', page.slug)).toContain('second');
    const refused = await world.refusal(platform, editorEndpoints.restore, {
      params: { id: page.id },
      body: { language, n: 2, seen: null },
    });
    expect(refused.code).toBe(contentProblems.changed_since.code);
    const versions = await world.call(platform, editorEndpoints.listVersions, {
      params: { id: page.id },
      query: {},
    });
    expect(versions.map(({ n, is_live }) => [n, is_live])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it('gives a link to a draft that opens without an account for seven days', async () => {
    platform = await world.as(world.platformAdmin);
    const page = await create(platform, 'Look first');
    await world.call(platform, editorEndpoints.writeDraft, draftOf(page, [text('words', 'soonword')]));
    const { token } = await world.call(platform, editorEndpoints.linkPreview, {
      params: { id: page.id },
      body: { language },
    });
    const open = { body: { token } };
    const shown = await world.call(visitorOf(platformHost), contentEndpoints.preview, open);
    expect(JSON.stringify(shown)).toContain('soonword');
    const answer = await world.request(visitorOf(platformHost), 'POST', '/api/content/preview/', open);
    expect(answer.headers['cache-control']).toBe('no-store');
    const elsewhere = await world.refusal(visitorOf(greenfield.host), contentEndpoints.preview, open);
    expect(elsewhere.code).toBe(contentProblems.preview_over.code);
    world.clock.advance(7 * 24 * hour);
    const over = await world.refusal(visitorOf(platformHost), contentEndpoints.preview, open);
    expect(over.code).toBe(contentProblems.preview_over.code);
  });

  it('has an address once, and only one that the app has', async () => {
    platform = await world.as(world.platformAdmin);
    const code = async (by: Caller, kind: ContentKind, slug: string) =>
      (await world.refusal(by, editorEndpoints.create, { body: { kind, slug, language, title: 'A page' } }))
        .code;
    expect(await code(platform, 'page', 'about')).toBe(contentProblems.slug_taken.code);
    expect(await code(platform, 'page', 'our-garden')).toBe(contentProblems.no_address.code);
    expect(await code(platform, 'lesson', 'alone')).toBe('request.invalid');
    school = await world.as(greenfield.schoolAdmin);
    expect(await code(school, 'legal', 'privacy-policy')).toBe(contentProblems.legal_stays.code);
    expect(await code(school, 'page', 'privacy-policy')).toBe(contentProblems.legal_stays.code);
  });
});

describe('moments', () => {
  it('begin and end by the clock, and the version before comes back', async () => {
    platform = await world.as(world.platformAdmin);
    const page = await create(platform, 'Sale week');
    await publish(platform, page.id, 'usual');
    world.clock.advance(1000);
    await publish(platform, page.id, 'special', { from: after(hour), until: after(2 * hour) });
    const wordsNow = () => read(platformHost, 'event', page.slug);
    expect(await wordsNow()).toContain('usual');
    world.clock.advance(hour);
    expect(await wordsNow()).toContain('special');
    world.clock.advance(hour);
    expect(await wordsNow()).toContain('usual');
    platform = await world.as(world.platformAdmin);
    const refused = await publishFrom(page.id, after(hour), after(hour));
    expect(refused.errors).toHaveProperty('until');
  });

  async function publishFrom(id: string, from: string, until: string) {
    await world.call(platform, editorEndpoints.writeDraft, draftOf(await edit(platform, id), []));
    return await world.refusal(
      platform,
      editorEndpoints.publish,
      publishOf(await edit(platform, id), { from, until }),
    );
  }

  it('show only what somebody published in 300 edits of two editors', async () => {
    platform = await world.as(world.platformAdmin);
    const page = await create(platform, 'Random');
    const published = new Set<string>();
    // Of each editor the page as it was seen last, which may be old.
    const seen = [page, page];
    let state = 20_261_127;
    const draw = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    let refusals = 0;
    for (let step = 0; step < 300; step += 1) {
      const who = draw(2);
      const mine = seen[who] ?? page;
      const words = `words-${step}-end`;
      const act = draw(6);
      const caller = platform;
      const send = async (endpoint: keyof typeof editorEndpoints, input: object) => {
        const { method, path } = editorEndpoints[endpoint];
        const url = `/api${path.replace(':id', page.id).replace(':language', language)}`;
        const answer = await world.request(caller, method, url, input);
        expect([200, 409]).toContain(answer.status);
        if (answer.status === 409) refusals += 1;
        return answer;
      };
      if (act <= 1) await send('writeDraft', { body: draftOf(mine, [text('words', words)]).body });
      else if (act === 2) {
        const answer = await send('publish', { body: publishOf(mine).body });
        if (answer.status === 200) published.add(JSON.stringify((answer.body as EditedPage).live?.blocks));
      } else if (act === 3 && draw(4) === 0)
        await send('unpublish', { body: { language, live_n: mine.live?.n ?? null } });
      else if (act === 4 && mine.last)
        await send('restore', {
          body: { language, n: 1 + draw(mine.last.n), seen: mine.draft?.updated_at ?? null },
        });
      else seen[who] = await edit(caller, page.id);
      world.clock.advance(1);
      const { live } = await edit(caller, page.id);
      if (live) expect(published.has(JSON.stringify(live.blocks))).toBe(true);
    }
    expect(published.size).toBeGreaterThan(5);
    expect(refusals).toBeGreaterThan(20);
  });
});

describe('a newer text of the program', () => {
  it('waits where an editor published or took down, and is taken or left', async () => {
    platform = await world.as(world.platformAdmin);
    const all = await world.call(platform, editorEndpoints.listEdited, {
      query: { search: 'canva', kind: 'page' },
    });
    const id = all.results[0]?.id ?? '';
    const newer = (title: string) => {
      const shipped = texts.find(({ kind, slug }) => kind === 'page' && slug === 'canva');
      if (!shipped) throw new Error('There is no such text');
      const sha256 = createHash('sha256').update(title).digest();
      return putTexts(
        world.context.database,
        [{ ...shipped, head: { ...shipped.head, title }, sha256 }],
        world.clock.now(),
      );
    };
    const first = await edit(platform, id);
    await world.call(platform, editorEndpoints.unpublish, {
      params: { id },
      body: { language, live_n: first.live?.n ?? null },
    });
    await newer('Newer text');
    expect(await isGone(platformHost, 'page', 'canva')).toBe(true);
    const page = await edit(platform, id);
    expect(page.newer?.title).toBe('Newer text');
    const taken = await world.call(platform, editorEndpoints.restore, {
      params: { id },
      body: { language, n: page.newer?.n ?? 0, seen: null },
    });
    expect([taken.newer, taken.draft?.head.title]).toEqual([null, 'Newer text']);
    await world.call(platform, editorEndpoints.publish, publishOf(await edit(platform, id)));
    await newer('Newest text');
    const again = await edit(platform, id);
    const row = async () =>
      (await world.call(platform, editorEndpoints.listEdited, { query: { search: 'canva' } })).results.find(
        (each) => each.id === id,
      )?.has_newer;
    expect(await row()).toBe(true);
    const left = await world.call(platform, editorEndpoints.leave, {
      params: { id },
      body: { language, n: again.newer?.n ?? 0 },
    });
    expect([left.newer, left.live?.title]).toEqual([null, 'Newer text']);
    expect(await row()).toBe(false);
  });
});

describe('a school', () => {
  it('hides, replaces and shows pages of the platform for itself alone', async () => {
    school = await world.as(greenfield.schoolAdmin);
    neighbours = await world.as(riverside.schoolAdmin);
    const { results } = await world.call(school, editorEndpoints.listEdited, { query: { limit: 200 } });
    const idOf = (name: string) => results.find(({ kind, slug }) => `${kind}/${slug}` === name)?.id ?? '';
    const choose = (
      by: Caller,
      name: string,
      body: { choice: 'hidden' | 'shown' | 'replaced'; by_page_id?: string },
    ) => ({ by, input: { params: { id: idOf(name) }, body } });
    const hide = choose(school, 'hub/water', { choice: 'hidden' });
    await world.call(hide.by, editorEndpoints.choose, hide.input);
    expect(await isGone(greenfield.host, 'hub', 'water')).toBe(true);
    expect(await read(riverside.host, 'hub', 'water')).toContain('water');
    const show = choose(school, 'hub/water', { choice: 'shown' });
    await world.call(show.by, editorEndpoints.choose, show.input);
    expect(await read(greenfield.host, 'hub', 'water')).toContain('water');

    const legal = choose(school, 'legal/privacy-policy', { choice: 'hidden' });
    const refused = await world.refusal(legal.by, editorEndpoints.choose, legal.input);
    expect(refused.code).toBe(contentProblems.legal_stays.code);

    const own = await world.call(school, editorEndpoints.create, {
      body: { kind: 'page', slug: 'about', language, title: 'About our school' },
    });
    const replace = choose(school, 'page/about', { choice: 'replaced', by_page_id: own.id });
    await world.call(replace.by, editorEndpoints.choose, replace.input);
    // Until the own page is live the platform's stands.
    expect(await read(greenfield.host, 'page', 'about')).not.toContain('About our school');
    await publish(school, own.id, 'our own words');
    expect(await read(greenfield.host, 'page', 'about')).toContain('our own words');
    expect(await read(riverside.host, 'page', 'about')).not.toContain('our own words');
    expect(await read(platformHost, 'page', 'about')).not.toContain('our own words');
    const other = choose(school, 'hub/water', { choice: 'replaced', by_page_id: own.id });
    expect((await world.refusal(other.by, editorEndpoints.choose, other.input)).errors).toHaveProperty(
      'by_page_id',
    );
    const foreign = choose(neighbours, 'page/about', { choice: 'replaced', by_page_id: own.id });
    expect((await world.refusal(foreign.by, editorEndpoints.choose, foreign.input)).code).toBe(
      'request.invalid',
    );
  });

  it('edits neither the pages of the platform nor those of another school', async () => {
    const { results } = await world.call(platform, editorEndpoints.listEdited, { query: { limit: 200 } });
    const ofPlatform = results[0]?.id ?? '';
    const own = await create(school, 'Ours');
    for (const [by, id] of [
      [school, ofPlatform],
      [neighbours, own.id],
      [platform, own.id],
    ] as const) {
      const refused = await world.refusal(by, editorEndpoints.writeDraft, {
        params: { id, language },
        body: { base: null, seen: null, head: {}, blocks: [] },
      });
      expect(refused.code).toBe(contentProblems.not_found.code);
      const ended = await world.refusal(by, editorEndpoints.unpublish, {
        params: { id },
        body: { language, live_n: null },
      });
      expect(ended.code).toBe(contentProblems.not_found.code);
    }
    const teacher = await world.refusal(await world.as(greenfield.teacher), editorEndpoints.edit, {
      params: { id: own.id },
      query: {},
    });
    expect(teacher.code).toBe('request.forbidden');
  });

  it('leaves what it does in its own audit', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
      "select distinct action from audit_entries where tenant_id = $1 and action like 'content.%' order by action",
      [greenfield.tenant.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'content.hidden',
      'content.published',
      'content.replaced',
      'content.shown',
    ]);
  });
});
