import { describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { inTenant } from '#server/platform/database.ts';
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
  visitorOf,
} from './content-editing.support.ts';

const { world, greenfield, riverside, platform, school, create, edit, publish, read, isGone, after } =
  editingOfFile();

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
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(platform, await world.as(world.platformAdmin));
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
    Object.assign(platform, await world.as(world.platformAdmin));
    const code = async (by: Caller, kind: ContentKind, slug: string) =>
      (await world.refusal(by, editorEndpoints.create, { body: { kind, slug, language, title: 'A page' } }))
        .code;
    expect(await code(platform, 'page', 'about')).toBe(contentProblems.slug_taken.code);
    expect(await code(platform, 'page', 'our-garden')).toBe(contentProblems.no_address.code);
    expect(await code(platform, 'lesson', 'alone')).toBe('request.invalid');
    Object.assign(school, await world.as(greenfield.schoolAdmin));
    expect(await code(school, 'legal', 'privacy-policy')).toBe(contentProblems.legal_stays.code);
    expect(await code(school, 'page', 'privacy-policy')).toBe(contentProblems.legal_stays.code);
  });
});
