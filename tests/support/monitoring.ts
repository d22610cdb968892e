import { uuidv7 } from 'uuidv7';
import { beforeAll } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import type { WatchItem, WatchTab } from '#contract/monitoring/monitoring.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeMember, makeStudent, makeWorks, permitPublic, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, Person, TestSchool } from './api-world.ts';
import { staffPassword } from './three-schools.ts';
import type { worldOfFile } from './world-of-file.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const kite = 'Once there was a kite.';

interface Draft {
  state: 'published' | 'approved';
  visibility: 'community' | 'public';
  text: string;
}

export interface WatchedStory {
  school: TestSchool;
  id: string;
  author: Person;
}

const seenOf = ({ revision, reports, state }: WatchItem) => ({
  revision,
  reports: reports.map(({ id }) => id),
  state,
});

/** Stories of both schools in monitoring, and what the platform reads and decides about them. */
export function monitoringOfFile({ world, greenfield, riverside }: ReturnType<typeof worldOfFile>) {
  const platform = () => world.as(world.platformAdmin);
  let secondAdmin: Person;
  const colleague = () => world.as(secondAdmin);
  beforeAll(async () => {
    const password_hash = await world.context.hasher?.hash(staffPassword);
    const role = product.platformRole;
    secondAdmin = await makeMember(world.context, world.platform, {
      role,
      ...(password_hash && { password_hash }),
    });
  });

  /** A story of a child whom no other test is about. */
  async function story(
    school = greenfield,
    { state = 'published', visibility = 'public', text = kite }: Partial<Draft> = {},
  ): Promise<WatchedStory> {
    const signIn = { username: `kit-${uuidv7().slice(-8)}`, password: 'quiet-otter-11' };
    const child = await makeStudent(world.context, school.tenant, school.ownClass, signIn);
    await setPrivacy(world.context, school.tenant, [child.id], 'public');
    await permitPublic(world.context, school.tenant, [child.id]);
    const chapters = [{ id: uuidv7(), title: '', document: documentOf(text) }];
    const [work] = await makeWorks(world.context, school.tenant, [
      { author_id: child.id, kind: 'story', state, visibility, title: 'The kite', chapters },
    ]);
    world.clock.advance(minute);
    const author = { id: child.id, tenant_id: school.tenant.id, ...signIn };
    return { school, id: work?.id ?? '', author };
  }

  const tellAs = async (who: Caller, { id }: Pick<WatchedStory, 'id'>) =>
    world.call(who, moderationEndpoints.report, {
      params: { workId: id },
      body: { reason: 'unkind', words: 'Not kind.' },
    });

  const tell = async ({ id, author }: WatchedStory, reason: 'frightening' | 'unkind' | 'other' = 'unkind') =>
    world.call(await world.as(author), moderationEndpoints.report, {
      params: { workId: id },
      body: { reason, words: 'Not kind.' },
    });

  /** Somebody without an account, who may tell again and again. */
  const tellAsVisitor = async (
    { school, id }: WatchedStory,
    reason: 'frightening' | 'unkind' | 'other' = 'unkind',
  ) =>
    world.call(await world.as('visitor', school.host), moderationEndpoints.report, {
      params: { workId: id },
      body: { reason, words: '' },
    });

  async function told(
    reason: 'frightening' | 'unkind' | 'other' = 'unkind',
    school = greenfield,
  ): Promise<WatchedStory> {
    const made = await story(school);
    await tell(made, reason);
    return made;
  }

  const at = ({ school, id }: WatchedStory) => ({ params: { tenantId: school.tenant.id, workId: id } });
  const read = async (of: WatchedStory, who = platform) =>
    world.call(await who(), monitoringEndpoints.read, at(of));
  const saying = (of: WatchedStory, item: WatchItem, reason = 'It is a tale.') => ({
    ...at(of),
    body: { seen: seenOf(item), reason },
  });
  const takeDown = async (of: WatchedStory) =>
    world.call(
      await platform(),
      monitoringEndpoints.takeDown,
      saying(of, await read(of), 'Let us talk about it.'),
    );

  async function listed(tab: WatchTab = 'waiting') {
    const all = [];
    for (let after: string | undefined; ;) {
      const page = await world.call(await platform(), monitoringEndpoints.list, {
        query: { tab, ...(after !== undefined && { after }) },
      });
      all.push(...page.results);
      if (page.next === null) return all;
      after = new URLSearchParams(page.next).get('after') ?? undefined;
    }
  }
  const rowOf = async ({ id }: WatchedStory, tab?: WatchTab) =>
    (await listed(tab)).find((row) => row.work_id === id);

  async function audited(subject: string) {
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string; action: string }>(
      `select tenant_id, action from audit_entries where subject_id = $1 and action like 'monitoring.%' order by id`,
      [subject],
    );
    return {
      school: rows.filter((row) => row.tenant_id === greenfield.tenant.id).map(({ action }) => action),
      platform: rows.filter((row) => row.tenant_id === world.platform.id).map(({ action }) => action),
      elsewhere: rows.filter((row) => row.tenant_id === riverside.tenant.id).length,
    };
  }

  const isRead = (reader: Caller, id: string) =>
    world.call(reader, workEndpoints.read, { params: { workId: id } }).then(
      () => true,
      () => false,
    );

  return {
    platform,
    colleague,
    story,
    tell,
    tellAs,
    tellAsVisitor,
    told,
    at,
    read,
    saying,
    takeDown,
    listed,
    rowOf,
    audited,
    isRead,
  };
}
