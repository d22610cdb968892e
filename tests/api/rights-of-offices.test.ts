import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeEach } from 'vitest';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { product } from '#contract/kit/product.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeMember, makeTenant, type MadeMember, type MadeTenant } from '#server/seeds/factories.ts';
import { urlOf, type Caller } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { nothing, rightsTable, type Gift, type Giver, type Loss } from '../support/rights-table.ts';
import { setGuestConsent, visitByYes } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** What offices of schools and administrators of the platform gave; all else is in `rights.test.ts`. */
const { world, greenfield } = worldOfFile();
const mail = mailboxOfFile(world);
const administrate = (text: string, values: unknown[]) =>
  world.testDatabase.administrator.query(text, values);

beforeEach(async () => {
  await administrate('delete from failed_guesses', []);
  world.clock.advance(11 * 60_000);
});

type Member = Giver & MadeMember;
const password = 'Test-password-1';
const works = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
const visitorAt = (host: string): Caller => ({ host, access: null });

async function administratorOf(tenant: MadeTenant, role: MadeMember['role']): Promise<Member> {
  const member = await makeMember(world.context, tenant, { role, password });
  return { ...member, caller: await world.as(member) };
}
const ofSchool = () => administratorOf(greenfield.tenant, 'school_admin');
const ofPlatform = () => administratorOf(world.platform, product.platformRole);

const change = (set: string) => (giver: Giver) =>
  administrate(`update users set ${set} where id = $1`, [giver.id]);

/** By somebody else of the same office. */
const archive =
  (other: () => Promise<Caller>): Loss<Giver> =>
  async ({ id }) =>
    await world.call(await other(), memberEndpoints.archive, { params: { userId: id } });
const restore =
  (other: () => Promise<Caller>): Loss<Giver> =>
  async ({ id }) =>
    await world.call(await other(), memberEndpoints.restore, { params: { userId: id } });
const inTurn =
  (...losses: Loss<Giver>[]): Loss<Giver> =>
  async (giver) => {
    for (const lose of losses) await lose(giver);
  };

const office = () => world.as(greenfield.schoolAdmin);
const officeLosses = {
  nothing,
  archived: archive(office),
  restored: inTurn(archive(office), restore(office)),
  demoted: async ({ id }: Giver) =>
    await world.call(await office(), memberEndpoints.update, {
      params: { userId: id },
      body: { role: 'teacher' },
    }),
};

const platformLosses = {
  nothing,
  archived: change('archived_at = now()'),
  demoted: change("role = 'parent'"),
};

/** A draft that is read without an account. */
const previewLink: Gift<Giver> = async ({ caller }) => {
  const language = 'en';
  const page = await world.call(caller, editorEndpoints.create, {
    body: { kind: 'event', slug: `event-${randomUUID().slice(0, 8)}`, language, title: 'Soon' },
  });
  await world.call(caller, editorEndpoints.writeDraft, {
    params: { id: page.id, language },
    body: {
      base: null,
      seen: page.draft?.updated_at ?? null,
      head: { ...page.draft?.head, summary: 'What it is about' },
      blocks: [],
    },
  });
  const { token } = await world.call(caller, editorEndpoints.linkPreview, {
    params: { id: page.id },
    body: { language },
  });
  return () =>
    works(world.request(visitorAt(caller.host), 'POST', '/api/content/preview/', { body: { token } }));
};

/** An export of Greenfield that is ready, with one small part. */
async function readyExport(): Promise<{ exportId: string }> {
  const exportId = uuidv7();
  const { tenant, schoolAdmin } = greenfield;
  const now = world.clock.now();
  const later = new Date(now.getTime() + 60 * 60_000);
  await administrate(
    `insert into exports (tenant_id, id, asked_by, is_by_platform, asked_at, ready_at, expires_at)
     values ($1, $2, $3, false, $4, $4, $5)`,
    [tenant.id, exportId, schoolAdmin.id, now, later],
  );
  await administrate(
    "insert into export_parts (tenant_id, export_id, part, bytes, sha256) values ($1, $2, 1, 4, sha256('some'))",
    [tenant.id, exportId],
  );
  await administrate(
    "insert into export_chunks (tenant_id, export_id, part, place, content) values ($1, $2, 1, 0, 'some')",
    [tenant.id, exportId],
  );
  return { exportId };
}

const exportLink: Gift<Giver> = async ({ caller }) => {
  const params = await readyExport();
  const body = { part: 1 };
  const { url } =
    caller.host === greenfield.host
      ? await world.call(caller, exportEndpoints.makeLink, { params, body })
      : await world.call(caller, exportEndpoints.makeLinkOf, {
          params: { ...params, tenantId: greenfield.tenant.id },
          body,
        });
  return () => works(world.request(visitorAt(caller.host), 'GET', url));
};

const tenantId = () => greenfield.tenant.id;
const wish = { wants: 'help', reason: 'A test visits' } as const;
const mayEnter = (home: Caller) =>
  works(world.request(home, 'POST', '/api/v1/visits/', { body: { tenant_id: tenantId() } }));

/** Somebody of the platform asks, and the giver lets them in. */
const yesToAVisit: Gift<Giver> = async ({ caller }) => {
  await setGuestConsent(world, greenfield, 'ask');
  const { caller: home } = await ofPlatform();
  await world.call(home, visitEndpoints.ask, { params: { tenantId: tenantId() }, body: wish });
  const { waiting } = await world.call(caller, visitEndpoints.readHere, {});
  for (const { id } of waiting)
    await world.call(caller, visitEndpoints.answer, { params: { requestId: id }, body: { answer: 'help' } });
  return () => mayEnter(home);
};

/** Who came in by the giver's yes. */
const visitUnderWay: Gift<Member> = async (giver) => {
  await setGuestConsent(world, greenfield, 'ask');
  const { caller: home } = await ofPlatform();
  const guest = await visitByYes(world, { ...greenfield, schoolAdmin: giver }, 'help', home);
  return () => works(world.request(guest, 'GET', '/api/user/profile/'));
};

const invitation: Gift<Giver> = async ({ caller }) => {
  const email = mail.newEmail();
  await world.call(caller, invitationEndpoints.invite, { body: { email, role: product.platformRole } });
  await mail.sender.sendDue();
  const [, token] = /\/accept-invitation\/#token=([\w-]+)/u.exec(mail.mailbox.lastTo(email).text) ?? [];
  return () =>
    works(world.request(visitorAt(caller.host), 'POST', '/api/auth/invitation/check/', { body: { token } }));
};

const emailOfAnother: Gift<Giver> = async ({ caller }) => {
  const victim = await ofPlatform();
  const email = mail.newEmail();
  await world.call(caller, memberEndpoints.update, { params: { userId: victim.id }, body: { email } });
  await mail.sender.sendDue();
  const [, token] = /\/verification\/#token=([\w-]+)/u.exec(mail.mailbox.lastTo(email).text) ?? [];
  return () =>
    works(world.request(visitorAt(caller.host), 'POST', '/api/auth/verification/', { body: { token } }));
};

/** The first of two who break the glass. */
const override: Gift<Giver> = async ({ caller }) => {
  const { caller: second } = await ofPlatform();
  const params = { tenantId: tenantId() };
  const asked = await world.call(caller, visitEndpoints.askOverride, { params, body: wish });
  const overrideId = asked.override?.id ?? '';
  const url = urlOf(visitEndpoints.confirmOverride, { params: { ...params, overrideId } });
  return () => works(world.request(second, 'POST', url, { body: {} }));
};

/** The first of two who close a school. */
const closing: Gift<Giver> = async ({ caller }) => {
  const { caller: second } = await ofPlatform();
  const { id, school_name: name } = await makeTenant(world.context, {});
  const params = { tenantId: id };
  await world.call(caller, closingEndpoints.close, { params, body: { name, reason: 'Not paid' } });
  const url = urlOf(closingEndpoints.confirmClose, { params });
  return () => works(world.request(second, 'POST', url, { body: { name } }));
};

const visit: Gift<Giver> = async ({ caller }) => {
  await setGuestConsent(world, greenfield, 'ask');
  const guest = await visitByYes(world, greenfield, 'help', caller);
  return () => works(world.request(guest, 'GET', '/api/user/profile/'));
};

const visitLink: Gift<Giver> = async ({ caller }) => {
  await setGuestConsent(world, greenfield, 'always');
  const { token } = await world.call(caller, visitEndpoints.makeLink, {
    body: { tenant_id: tenantId(), reason: 'A test looks around' },
  });
  return () =>
    works(world.request(visitorAt(greenfield.host), 'POST', '/api/auth/visit/', { body: { token } }));
};

const everyOfficeLoss = { nothing: 'good', archived: 'ends', restored: 'ends', demoted: 'ends' } as const;
/** They hang on the right that restoring gives back; of an export there is a quarter of an hour. */
const comesBack = { ...everyOfficeLoss, restored: 'good' } as const;

rightsTable('an administrator of a school', ofSchool, officeLosses, {
  'a link to a draft': [previewLink, comesBack],
  'a link to an export': [exportLink, comesBack],
  'a yes to a visit of the platform': [yesToAVisit, everyOfficeLoss],
  'a visit that goes on by their yes': [visitUnderWay, everyOfficeLoss],
});

const everyPlatformLoss = { nothing: 'good', archived: 'ends', demoted: 'ends' } as const;

rightsTable('an administrator of the platform', ofPlatform, platformLosses, {
  'an invitation': [invitation, everyPlatformLoss],
  'an email address for another person': [emailOfAnother, everyPlatformLoss],
  'a link to a draft': [previewLink, everyPlatformLoss],
  'a link to an export of a school': [exportLink, everyPlatformLoss],
  'a visit': [visit, everyPlatformLoss],
  'a link into a school': [visitLink, everyPlatformLoss],
  'the first word of two to enter a school in danger': [override, everyPlatformLoss],
  'the first word of two to close a school': [closing, everyPlatformLoss],
});
