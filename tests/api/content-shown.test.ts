import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import type { Caller } from '../support/api-world.ts';
import {
  draftOf,
  editingOfFile,
  headOf,
  hour,
  language,
  platformHost,
  publishOf,
  text,
  texts,
} from './content-editing.support.ts';

const {
  world,
  greenfield,
  riverside,
  platform,
  school,
  neighbours,
  create,
  edit,
  publish,
  read,
  isGone,
  after,
} = editingOfFile();

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

describe('moments', () => {
  it('begin and end by the clock, and the version before comes back', async () => {
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(school, await world.as(greenfield.schoolAdmin));
    Object.assign(neighbours, await world.as(riverside.schoolAdmin));
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
