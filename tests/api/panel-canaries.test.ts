import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { product } from '#contract/kit/product.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { makeStudent, makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import { uuidv7 } from 'uuidv7';
import { multipartOf, urlOf, type Caller } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/* Section 10.2 of the panel: of a school's private rows nothing reaches a panel call or a log line. Every call of the
   contract that the platform alone may make is asked, so that a new one is covered by itself. */

let log = '';
const { world, greenfield, riverside } = worldOfFile({ log: { write: (line) => (log += line) } });
const mailbox = new TestMailbox();

let platform: Caller;
/** What riverside keeps to itself: last name, username, password, titles, sentence, address, link. */
let canaries: string[];
/** Rows of riverside, by what the platform might name in an address or a filter. */
let ids: string[];
/** Reads that answered. */
const opened = new Set<string>();

const ofPanel = endpoints.filter(
  ({ roles, path, answers }) =>
    answers !== 'events' &&
    (path.startsWith('/v1/panel/') || (roles.length === 1 && roles[0] === product.platformRole)),
);
const reads = ofPanel.filter(({ method }) => method === 'GET');
/** It shows a whole address, with a reason and an audit row (law 4). */
const writes = ofPanel.filter(({ method, name }) => method !== 'GET' && name !== 'mail.showAddress');

const columnOf = async (text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<{ id: string }>(text, values)).rows.map(({ id }) => id);

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const { context } = world;
  await fillShelf(context, greenfield);
  const child = await makeStudent(context, riverside.tenant, riverside.ownClass, {
    first_name: 'Quentin',
    last_name: 'Zyzzowitz',
    username: 'canary-heron-77',
    password: 'canary-door-key',
  });
  await setPrivacy(context, riverside.tenant, [child.id], 'public');
  const works = await makeWorks(
    context,
    riverside.tenant,
    (['draft', 'submitted', 'published'] as const).map((state) => ({
      author_id: child.id,
      kind: 'story' as const,
      state,
      school_class_id: riverside.ownClass.id,
      visibility: state === 'published' ? ('private' as const) : ('public' as const),
      title: 'The canary nobody has seen',
      pen_name: 'canary-pen',
      blurb: 'A blurb of the canary.',
      chapters: [{ id: uuidv7(), title: 'canary', document: documentOf('A canary sang in the cellar.') }],
    })),
  );
  const email = 'canary.guardian@private.test';
  const office = await world.as(riverside.schoolAdmin);
  await world.call(office, invitationEndpoints.invite, { body: { email, role: 'teacher' } });
  await mailSenderOf(world, mailbox).sendDue();
  const [, token = ''] = /#token=([\w-]{43})$/mu.exec(mailbox.lastTo(email).text) ?? [];
  const [letter = ''] = await columnOf('select id from email_messages where to_address = $1', [email]);
  await world.testDatabase.administrator.query(
    `insert into audit_entries (tenant_id, id, actor_id, action, subject_id, details, created_at)
     values ($1, gen_random_uuid(), $2, 'works.handed_in', $2, '{"name": "The canary nobody has seen"}', now())`,
    [riverside.tenant.id, child.id],
  );
  ids = [riverside.tenant.id, child.id, riverside.teacher.id, letter, ...works.map(({ id }) => id)];
  canaries = ['canary', 'zyzzowitz', token];
  if (token === '') throw new Error('The letter with a link did not arrive');
});

interface Node {
  type: string;
  entries?: Record<string, Node>;
  wrapped?: Node;
  item?: Node;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly { type: string }[];
}

const textsAsked = ['canary', 'Zyzzowitz', 'Quentin', 'canary-heron-77', 'canary.guardian@private.test'];

/** Values that may bring a field closer to the canaries. */
function valuesOf(node: Node): unknown[] {
  if (node.wrapped) return valuesOf(node.wrapped);
  if (node.type === 'picklist') return [...(node.options ?? [])];
  if (node.type !== 'string') return [];
  return node.pipe?.some(({ type }) => type === 'uuid') ? ids : textsAsked;
}

/** Each filter by itself, and again with riverside chosen. */
function queriesOf({ query }: Endpoint): Record<string, unknown>[] {
  const fields = Object.entries((query as Node | undefined)?.entries ?? {});
  const single = [
    {},
    ...fields.flatMap(([name, node]) => valuesOf(node).map((value) => ({ [name]: value }))),
  ];
  if (!fields.some(([name]) => name === 'tenant_id')) return single;
  return [...single, ...single.map((each) => ({ tenant_id: riverside.tenant.id, ...each }))];
}

/** Riverside and each of its rows in the places of an address. */
function paramsOf({ path }: Endpoint): Record<string, string>[] {
  const names = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  if (names.every((name) => name === 'tenantId')) return [{ tenantId: riverside.tenant.id }];
  return ids.map((id) => ({
    ...Object.fromEntries(names.map((name) => [name, id])),
    tenantId: riverside.tenant.id,
  }));
}

/** A body that comes as far as it can: what is asked for, filled with what is harmless. */
function filled(node: Node | undefined, id: string): unknown {
  switch (node?.type) {
    case 'object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(node.entries ?? {}).map(([name, entry]) => [name, filled(entry, id)]),
      );
    case 'picklist':
      return node.options?.[0];
    case 'literal':
      return node.literal;
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'array':
      return [];
    case 'string': {
      if (node.pipe?.some(({ type }) => type === 'uuid')) return id;
      if (node.pipe?.some(({ type }) => type === 'email')) return 'somebody@quillshelf.test';
      return 'Asked for a test';
    }
    default:
      return undefined;
  }
}

const spoken = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)).toLowerCase();
const canariesIn = (text: string) => canaries.filter((canary) => text.includes(canary.toLowerCase()));

describe('of a child and a letter of a school', () => {
  it.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s says nothing',
    async (_, endpoint) => {
      for (const params of paramsOf(endpoint))
        for (const query of queriesOf(endpoint)) {
          const url = urlOf(endpoint, { params, query });
          const { status, body } = await world.request(platform, 'GET', url);
          expect([url, status < 500]).toEqual([url, true]);
          if (status === 200) opened.add(endpoint.name);
          expect([url, canariesIn(spoken(body))]).toEqual([url, []]);
        }
      if (!endpoint.path.includes(':')) expect(opened).toContain(endpoint.name);
    },
  );

  it('what was asked for was there', () => {
    expect([...opened]).toEqual(
      expect.arrayContaining(['mail.read', 'panel.readPerson', 'closings.readOf', 'tenants.readLife']),
    );
  });

  it.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers with nothing',
    async (_, endpoint) => {
      for (const [place, params] of paramsOf(endpoint).entries()) {
        const url = urlOf(endpoint, { params });
        const sent = filled(endpoint.body, ids[place] ?? '');
        const { payload, type } = await multipartOf(sent);
        const answer = await world.request(
          platform,
          endpoint.method,
          url,
          endpoint.sends === 'multipart'
            ? { payload, headers: { 'content-type': type } }
            : { body: sent ?? {} },
        );
        expect([url, answer.status < 500]).toEqual([url, true]);
        expect([url, canariesIn(spoken(answer.body))]).toEqual([url, []]);
      }
    },
  );

  it('no line of the log says anything', () => {
    expect(log.length).toBeGreaterThan(10_000);
    expect(canariesIn(log.toLowerCase())).toEqual([]);
  });
});
