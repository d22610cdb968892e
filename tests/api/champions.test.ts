import { beforeAll, describe, expect, it } from 'vitest';
import { championEndpoints, ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type { Champion, GrantForm } from '#contract/champions/champions.schema.ts';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { makeChampion } from '../support/champions.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
const host = 'localhost';
const visitor: Caller = { host, access: null };

let platform: Caller;

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
});

const inDays = (days: number) => addDays(dayOf(world.clock.now()), days);
const formOf = (change: Partial<GrantForm> = {}): GrantForm => ({
  kind: 'teacher',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: mail.newEmail(),
  until: inDays(30),
  reason: 'Writes lessons about water',
  ...change,
});
const grant = (form: GrantForm) => world.call(platform, championEndpoints.grant, { body: form });
const list = async (query: Record<string, string> = {}) =>
  (await world.call(platform, championEndpoints.list, { query })).results;
const revoke = (champion: Pick<Champion, 'id' | 'updated_at'>, reason = 'The texts are done') =>
  world.call(platform, championEndpoints.revoke, {
    params: { id: champion.id },
    body: { reason, updated_at: champion.updated_at },
  });
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;
const auditOf = async (id: string) =>
  (
    await rows<{ action: string }>('select action from audit_entries where subject_id = $1 order by id', [id])
  ).map(({ action }) => action);

const password = 'three-words-in-a-row';

/** Follows the link that came last. */
async function accept(email: string): Promise<Caller> {
  await mail.sender.sendDue();
  const { text } = mail.mailbox.lastTo(email);
  const [, token = ''] = /\/accept-invitation\/#token=([\w-]{43})$/mu.exec(text) ?? [];
  const session = await world.call(visitor, invitationEndpoints.accept, {
    body: { token, first_name: 'Ana', last_name: 'Ruiz', new_password: password },
  });
  return { host, access: session.access };
}
const signIn = (username: string) => ({ body: { username, password } });

describe('the rights of a champion', () => {
  it('are granted by email, with a reason and an end', async () => {
    const form = formOf();
    const granted = await grant(form);
    expect(granted).toMatchObject({
      kind: 'teacher',
      name: 'Ana Ruiz',
      email: form.email,
      state: 'invited',
      until: form.until,
      why: form.reason,
      last_seen: null,
    });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(form.email).text).toContain('as a superpower teacher');
    const ana = await accept(form.email);
    expect(await list({ search: form.email })).toMatchObject([{ id: granted.id, state: 'active' }]);
    expect(await list({ search: form.email, state: 'invited' })).toEqual([]);
    expect(await world.call(ana, ownChampionEndpoints.readOwn, {})).toEqual({
      kind: 'teacher',
      until: form.until,
      why: form.reason,
      by: granted.by,
      granted_at: granted.granted_at,
    });
    expect(await world.call(ana, identityEndpoints.readProfile, {})).toMatchObject({
      role: 'parent',
      champion: 'teacher',
    });
    expect(await auditOf(granted.id)).toEqual(['members.invited', 'champions.granted', 'members.joined']);
  });

  it('last at most a year from today, and no day is granted in the past', async () => {
    for (const until of [inDays(-1), inDays(366)]) {
      const refusal = await world.refusal(platform, championEndpoints.grant, { body: formOf({ until }) });
      expect(refusal).toMatchObject({ status: 400, errors: { until: [expect.any(String)] } });
    }
    expect(await grant(formOf({ until: inDays(365) }))).toMatchObject({ state: 'invited' });
  });

  it('are not granted twice, nor to somebody who runs the platform', async () => {
    const form = formOf();
    await grant(form);
    const refusal = await world.refusal(platform, championEndpoints.grant, { body: form });
    expect(refusal).toMatchObject({ code: 'champions.already', errors: { email: [expect.any(String)] } });
    const { email } = world.platformAdmin;
    const other = await world.refusal(platform, championEndpoints.grant, { body: formOf({ email }) });
    expect(other).toMatchObject({ code: 'members.email_taken', errors: { email: [expect.any(String)] } });
  });

  it('end by themselves at the end of their last day, for every request and every sign-in', async () => {
    const form = formOf({ until: inDays(2) });
    const granted = await grant(form);
    await accept(form.email);
    const before = world.clock.now();
    const { access } = await world.call(visitor, identityEndpoints.signIn, signIn(form.email));
    const [{ ends_at } = { ends_at: before }] = await rows<{ ends_at: Date }>(
      'select ends_at from champions where user_id = $1',
      [granted.id],
    );
    world.clock.advance(ends_at.getTime() - before.getTime() - 60_000);
    const last = await world.call(visitor, identityEndpoints.signIn, signIn(form.email));
    const ana = { host, access: last.access };
    expect(access).not.toBe(last.access);
    await world.call(ana, ownChampionEndpoints.readOwn, {});
    world.clock.advance(60_000);
    expect(await world.refusal(ana, ownChampionEndpoints.readOwn, {})).toMatchObject({ status: 401 });
    const refresh = { body: { refresh: last.refresh } };
    expect(await world.refusal(visitor, identityEndpoints.refresh, refresh)).toMatchObject({ status: 401 });
    const refusal = await world.refusal(visitor, identityEndpoints.signIn, signIn(form.email));
    expect(refusal).toMatchObject({ status: 403, code: 'champions.over' });
    platform = await world.as(world.platformAdmin);
    const [ended] = await list({ search: form.email, state: 'ended' });
    expect(ended).toMatchObject({ id: granted.id, state: 'ended' });
    const extended = await world.call(platform, championEndpoints.extend, {
      params: { id: granted.id },
      body: { until: inDays(10), reason: 'One more lesson', updated_at: ended?.updated_at ?? '' },
    });
    expect(extended).toMatchObject({ state: 'active', until: inDays(10), why: 'One more lesson' });
    await world.call(visitor, identityEndpoints.signIn, signIn(form.email));
    expect(await auditOf(granted.id)).toContain('champions.extended');
  });

  it('are revoked with a reason: she is signed out and told why, and what she wrote stays', async () => {
    const form = formOf();
    const granted = await grant(form);
    const ana = await accept(form.email);
    const page = await world.call(ana, editorEndpoints.create, {
      body: { kind: 'event', slug: 'river-day', language: 'en', title: 'River day' },
    });
    expect(await revoke(granted, 'The texts are done')).toMatchObject({
      state: 'revoked',
      revoked_why: 'The texts are done',
    });
    expect(await world.refusal(ana, ownChampionEndpoints.readOwn, {})).toMatchObject({ status: 401 });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(form.email).text).toContain('The texts are done');
    expect(await world.refusal(visitor, identityEndpoints.signIn, signIn(form.email))).toMatchObject({
      code: 'champions.over',
    });
    const kept = await world.call(platform, editorEndpoints.edit, { params: { id: page.id }, query: {} });
    expect(kept.draft?.updated_by).toBe('Ana Ruiz');
    const [row] = await list({ search: form.email });
    const again = {
      params: { id: granted.id },
      body: { reason: 'Again', updated_at: row?.updated_at ?? '' },
    };
    expect(await world.refusal(platform, championEndpoints.revoke, again)).toMatchObject({ status: 409 });
    const extend = { ...again, body: { ...again.body, until: inDays(9) } };
    expect(await world.refusal(platform, championEndpoints.extend, extend)).toMatchObject({
      code: 'champions.revoked',
    });
  });

  it('are granted again to whom they were revoked, who signs in as before', async () => {
    const form = formOf();
    const granted = await grant(form);
    await accept(form.email);
    await revoke(granted);
    // Letters that are due at once go in any order.
    await mail.sender.sendDue();
    const again = await grant({ ...form, kind: 'parent', reason: 'Reads a lot' });
    expect(again).toMatchObject({ id: granted.id, kind: 'parent', state: 'active', revoked_why: null });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(form.email).subject).toMatch(/^Welcome back/u);
    const { user } = await world.call(visitor, identityEndpoints.signIn, signIn(form.email));
    expect(user).toMatchObject({ role: 'parent', champion: 'parent' });
  });

  it('end before somebody followed the invitation, and the link with them', async () => {
    const form = formOf();
    const granted = await grant(form);
    await mail.sender.sendDue();
    const { text } = mail.mailbox.lastTo(form.email);
    const [, token = ''] = /#token=([\w-]{43})$/mu.exec(text) ?? [];
    await revoke(granted);
    const refusal = await world.refusal(visitor, invitationEndpoints.check, { body: { token } });
    expect(refusal.code).toBe('invitations.revoked');
  });

  it('are changed by who saw them as they are', async () => {
    const granted = await grant(formOf());
    const input = {
      params: { id: granted.id },
      body: { until: inDays(60), reason: 'More to do', updated_at: granted.updated_at },
    };
    await world.call(platform, championEndpoints.extend, input);
    for (const endpoint of [championEndpoints.extend, championEndpoints.revoke])
      expect(await world.refusal(platform, endpoint, input)).toMatchObject({
        code: 'champions.changed_since',
        details: { now: { until: inDays(60), why: 'More to do' } },
      });
  });

  it('are none of a school: its people and its host know no champions', async () => {
    const champion = await makeChampion(world, 'teacher');
    const away = await world.as(champion, greenfield.host);
    expect(await world.refusal(away, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    for (const { schoolAdmin, host: at } of [greenfield, riverside])
      expect(
        await world.refusal(await world.as(schoolAdmin, at), championEndpoints.list, { query: {} }),
      ).toMatchObject({ status: 404 });
    const member = await world.testDatabase.database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('users').select('id').limit(1).execute();
      return transaction.selectFrom('champions').select('user_id').execute();
    });
    expect(member).toEqual([]);
  });
});

describe('a superpower teacher', () => {
  const english = { language: 'en' } as const;
  const begin = (by: Caller, slug: string) =>
    world.call(by, editorEndpoints.create, { body: { ...english, kind: 'event', slug, title: 'Well day' } });

  it('drafts pages of their own, and nobody else sees the draft', async () => {
    const ana = await world.as(await makeChampion(world, 'teacher'));
    const page = await begin(ana, 'well-day');
    const written = await world.call(ana, editorEndpoints.writeDraft, {
      params: { id: page.id, ...english },
      body: { base: null, seen: page.draft?.updated_at ?? null, head: { ...page.draft?.head }, blocks: [] },
    });
    expect(written.updated_by).not.toBe('');
    const own = await world.call(ana, editorEndpoints.listEdited, { query: {} });
    expect(own.results.map(({ slug, has_draft, state }) => [slug, has_draft, state])).toEqual([
      ['well-day', true, 'draft'],
    ]);
    const read = { params: { kind: 'event', slug: 'well-day' }, query: {} } as const;
    expect(await world.refusal(visitor, contentEndpoints.read, read)).toMatchObject({ status: 404 });
    const ben = await world.as(await makeChampion(world, 'teacher'));
    expect((await world.call(ben, editorEndpoints.listEdited, { query: {} })).count).toBe(0);
    const theirs = { params: { id: page.id }, query: {} };
    expect(await world.refusal(ben, editorEndpoints.edit, theirs)).toMatchObject({ status: 404 });
    const change = {
      params: { id: page.id, ...english },
      body: { base: null, seen: written.updated_at, head: {}, blocks: [] },
    };
    expect(await world.refusal(ben, editorEndpoints.writeDraft, change)).toMatchObject({ status: 404 });
  });

  it('publishes nothing, ends nothing, shares no link to a draft, and begins no legal page', async () => {
    const ana = await world.as(await makeChampion(world, 'teacher'));
    const page = await begin(ana, 'pond-day');
    const params = { id: page.id };
    const updated = page.draft?.updated_at ?? '';
    const tries = [
      world.refusal(ana, editorEndpoints.publish, {
        params,
        body: { ...english, draft_updated_at: updated, live_n: null },
      }),
      world.refusal(ana, editorEndpoints.unpublish, { params, body: { ...english, live_n: null } }),
      world.refusal(ana, editorEndpoints.restore, { params, body: { ...english, n: 1, seen: updated } }),
      world.refusal(ana, editorEndpoints.leave, { params, body: { ...english, n: 1 } }),
      world.refusal(ana, editorEndpoints.linkPreview, { params, body: english }),
      world.refusal(ana, editorEndpoints.listVersions, { params, query: {} }),
    ];
    for (const refusal of await Promise.all(tries)) expect(refusal).toMatchObject({ status: 403 });
    const legal = { body: { ...english, kind: 'legal', slug: 'contact', title: 'Mine' } } as const;
    expect(await world.refusal(ana, editorEndpoints.create, legal)).toMatchObject({
      code: 'content.legal_stays',
    });
    // Who runs the platform does.
    const seen = await world.call(platform, editorEndpoints.edit, { params, query: {} });
    expect(seen.draft?.head['title']).toBe('Well day');
  });

  it('is a visitor to whatever is for anyone, and suggests no picks', async () => {
    const ana = await world.as(await makeChampion(world, 'teacher'));
    const shared = await world.call(ana, resourceEndpoints.list, { query: {} });
    expect(shared).toEqual(await world.call(visitor, resourceEndpoints.list, { query: {} }));
    const works = { query: {} };
    expect(await world.refusal(ana, ownChampionEndpoints.listWorks, works)).toMatchObject({ status: 403 });
  });
});

describe('a superpower parent', () => {
  const publicWork = async ({ tenant }: TestSchool, title: string) => {
    const [work] = await makeWorks(world.context, tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title },
    ]);
    return { params: { tenantId: tenant.id, workId: work?.id ?? '' } };
  };
  const suggested = async () =>
    (await world.call(platform, suggestionEndpoints.listSuggested, {})).results.map(({ work, by }) => [
      work.title,
      by.map(({ why }) => why),
    ]);

  it('sees what strangers may see of all schools, and suggests what is worth a look', async () => {
    const ben = await world.as(await makeChampion(world, 'parent'));
    const heron = await publicWork(riverside, 'The heron');
    const secret = await publicWork(greenfield, 'The secret');
    await rows(`update works set visibility = 'community' where id = $1`, [secret.params.workId]);
    const seen = await world.call(ben, ownChampionEndpoints.listWorks, { query: { search: 'heron' } });
    expect(seen.results).toMatchObject([{ title: 'The heron', is_suggested: false, is_picked: false }]);
    expect(seen.results[0]?.url).toMatch(/^http:\/\/riverside\.localhost(?::\d+)?\/library\//u);
    const all = await world.call(ben, ownChampionEndpoints.listWorks, { query: {} });
    expect(all.results.map(({ title }) => title)).not.toContain('The secret');
    const why = { body: { why: 'Funny, and about a river' } };
    await world.call(ben, ownChampionEndpoints.suggest, { ...heron, ...why });
    expect(await world.refusal(ben, ownChampionEndpoints.suggest, { ...secret, ...why })).toMatchObject({
      code: 'panel.work_not_found',
    });
    expect(await suggested()).toEqual([['The heron', ['Funny, and about a river']]]);
    expect((await world.call(ben, ownChampionEndpoints.listWorks, { query: {} })).results).toContainEqual(
      expect.objectContaining({ title: 'The heron', is_suggested: true }),
    );
    // It is on no shelf before the platform picks it.
    expect((await world.call(visitor, pickedEndpoints.list, {})).results).toEqual([]);
    await world.call(platform, pickEndpoints.pick, heron);
    expect(await suggested()).toEqual([]);
    expect((await world.call(ben, ownChampionEndpoints.listSuggestions, {})).results).toMatchObject([
      { title: 'The heron', state: 'picked' },
    ]);
  });

  it('is told of a no, and may suggest again; what a school takes back is suggested no more', async () => {
    const ben = await world.as(await makeChampion(world, 'parent'));
    const wren = await publicWork(greenfield, 'The wren');
    const say = (why: string) => world.call(ben, ownChampionEndpoints.suggest, { ...wren, body: { why } });
    await say('So small');
    const [row] = (await world.call(platform, suggestionEndpoints.listSuggested, {})).results;
    const seen = row?.by[0]?.at ?? '';
    world.clock.advance(1000);
    await say('So small, so loud');
    expect(
      await world.refusal(platform, suggestionEndpoints.decline, { ...wren, body: { seen } }),
    ).toMatchObject({ code: 'panel.suggested_since' });
    const now = world.clock.now().toISOString();
    await world.call(platform, suggestionEndpoints.decline, { ...wren, body: { seen: now } });
    expect(await suggested()).toEqual([]);
    const own = await world.call(ben, ownChampionEndpoints.listSuggestions, {});
    expect(own.results).toMatchObject([{ title: 'The wren', state: 'declined', why: 'So small, so loud' }]);
    await say('Please look once more');
    expect(await suggested()).toEqual([['The wren', ['Please look once more']]]);
    await rows(`update works set visibility = 'private' where id = $1`, [wren.params.workId]);
    expect(await suggested()).toEqual([]);
    expect((await world.call(ben, ownChampionEndpoints.listSuggestions, {})).results).toMatchObject([
      { title: null, state: 'open' },
    ]);
  });

  it('drafts no pages', async () => {
    const ben = await world.as(await makeChampion(world, 'parent'));
    expect(await world.refusal(ben, editorEndpoints.listEdited, { query: {} })).toMatchObject({
      status: 403,
    });
  });
});
