import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import type { OutgoingMail } from '#server/platform/mail.ts';
import { makeMember, makeTenant, type MadeMember } from '#server/seeds/factories.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { handedInBook, offerBook, orderedPages } from '../support/offers.ts';
import { register, registration } from '../support/registrations.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile({ stagingHosts: ['pages.example.dev'] });
const mail = mailboxOfFile(world);
const minute = 60_000;
const ownDomain = 'www.greenfield.example';

const setHost = (tenantId: string, host: string) =>
  world.testDatabase.administrator.query('update tenants set verified_host = $2 where id = $1', [
    tenantId,
    host,
  ]);

beforeAll(() => setHost(greenfield.tenant.id, ownDomain));

// Limits of other tests are nobody's here.
afterEach(() => world.clock.advance(11 * minute));

async function newestFor(email: string): Promise<OutgoingMail> {
  await mail.sender.sendDue();
  return mail.mailbox.lastTo(email);
}

/** All hosts of addresses in an e-mail. */
function hostsIn({ text, html }: OutgoingMail): string[] {
  const found = [...`${text}\n${html}`.matchAll(/https?:\/\/([^/\s"<#?]+)/gu)];
  return [...new Set(found.map(([, host = '']) => host))];
}

async function resetLink(host: string, email: string): Promise<OutgoingMail> {
  await world.call({ host, access: null }, passwordEndpoints.askReset, { body: { email } });
  return await newestFor(email);
}

describe('a link in an email', () => {
  it('leads to the platform’s own host, not to the staging host of a stranger who asked', async () => {
    const { email } = world.platformAdmin;
    const sent = await resetLink('stranger.pages.example.dev', email);
    expect(hostsIn(sent)).toEqual(['localhost']);
    // The link works there.
    const body = { token: tokenIn(sent) };
    const caller = { host: 'localhost', access: null };
    expect(await world.call(caller, passwordEndpoints.checkReset, { body })).toMatchObject({ email });
  });

  it('leads to the school’s subdomain, also where the school’s own domain was asked', async () => {
    const { email } = greenfield.teacher;
    expect(hostsIn(await resetLink(ownDomain, email))).toEqual(['greenfield.localhost']);
    expect(hostsIn(await resetLink(riverside.host, riverside.teacher.email))).toEqual([
      'riverside.localhost',
    ]);
  });

  it('leads to the own domain of a school that has no subdomain', async () => {
    const tenant = await makeTenant(world.context, { subdomain: null });
    await setHost(tenant.id, 'books.lakeside.example');
    const { email } = await makeMember(world.context, tenant, { role: 'teacher' });
    expect(hostsIn(await resetLink('books.lakeside.example', email))).toEqual(['books.lakeside.example']);
  });

  it('leads there in every kind of email that a request on another host causes', async () => {
    const admin = await world.signIn(ownDomain, greenfield.schoolAdmin.email);
    const [invited, next] = [mail.newEmail(), mail.newEmail()];
    await world.call(admin, invitationEndpoints.invite, { body: { email: invited, role: 'teacher' } });
    expect((await newestFor(invited)).text).toMatch(
      /^http:\/\/greenfield\.localhost\/accept-invitation\/#token=[\w-]{43}$/mu,
    );
    const member = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      password: 'Test-password-1',
    });
    await world.call(admin, memberEndpoints.update, {
      params: { userId: member.id },
      body: { email: next },
    });
    expect((await newestFor(next)).text).toMatch(
      /^http:\/\/greenfield\.localhost\/verification\/#token=[\w-]{43}$/mu,
    );
    const book = await offerBook(world, { host: ownDomain }, mail);
    expect(hostsIn(mail.mailbox.lastTo(book.email))).toEqual(['greenfield.localhost']);
    const body = registration();
    await register(world, body, { caller: { host: 'stranger.pages.example.dev', access: null } });
    expect(hostsIn(await newestFor(body.school_email))).toEqual([`${body.subdomain}.localhost`]);
  });
});

describe('what others typed', () => {
  const evil = 'https://evil.example/win';
  const noAddress = ({ subject, text, html, from, to }: OutgoingMail) => {
    const seen = [subject, text, html, from.name, to.name].join('\n');
    expect(seen).toContain('evil');
    expect(seen).not.toMatch(/evil\.example|:\/\/evil|@evil/u);
  };

  it('makes no link of the names in the email about a new school', async () => {
    const body = registration({
      school_name: `Win at ${evil}`,
      first_name: 'www.evil.example',
      last_name: 'me@evil.example',
    });
    await register(world, body);
    const sent = await newestFor(body.school_email);
    noAddress(sent);
    expect(sent.subject).toBe('Win at https: //evil. example/win is on Quillshelf');
    // What is ours stays whole.
    expect(sent.text).toContain(`http://${body.subdomain}.localhost/password-reset-confirm/#token=`);
    expect(sent.text).toContain(`sign in there with ${body.school_email}.`);
  });

  it('makes no link of the names in an invitation, a question and an answer', async () => {
    const trust = await makeTenant(world.context, {
      school_name: `Trust of ${evil}`,
      is_organization: true,
    });
    const admin: MadeMember = await makeMember(world.context, trust, {
      role: 'organization_admin',
      first_name: 'evil.example',
      last_name: '',
      password: 'Test-password-1',
    });
    const caller = await world.signIn(`${trust.subdomain ?? ''}.localhost`, admin.email);
    const [teacher, school] = [mail.newEmail(), mail.newEmail()];
    await world.call(caller, invitationEndpoints.invite, {
      body: { email: teacher, role: 'organization_admin' },
    });
    noAddress(await newestFor(teacher));
    await world.call(caller, affiliationEndpoints.invite, { body: { email: school } });
    noAddress(await newestFor(school));
    await world.call(caller, affiliationEndpoints.ask, { body: { address: 'riverside' } });
    noAddress(await newestFor(riverside.schoolAdmin.email));
    const office = await world.as(riverside.schoolAdmin);
    await world.call(office, affiliationEndpoints.decline, { params: { organizationId: trust.id } });
    noAddress(await newestFor(admin.email));
  });

  it('makes no link of the title of a visitor’s book, of the visitor’s name and of the reason', async () => {
    const caller = await world.as('visitor', greenfield.host);
    const email = mail.newEmail();
    await world.call(caller, offerEndpoints.ask, { body: { name: `Ada ${evil}`, email, is_adult: true } });
    noAddress(await newestFor(email));
    const books = [
      await offerBook(world, greenfield, mail),
      await offerBook(world, greenfield, mail),
    ] as const;
    for (const book of books)
      await world.call(book.visitor, offerEndpoints.handIn, {
        params: { offerId: book.id },
        body: { ...handedInBook(book.ticket, orderedPages(book)), title: `Read www.evil.example` },
      });
    const office = await world.as(greenfield.schoolAdmin);
    const [taken, refused] = books;
    await world.call(office, offerEndpoints.accept, {
      params: { offerId: taken.id },
      body: { level: null, categories: [] },
    });
    noAddress(await newestFor(taken.email));
    await world.call(office, offerEndpoints.refuse, {
      params: { offerId: refused.id },
      body: { reason: `See ${evil}\nor write to me@evil.example` },
    });
    const sent = await newestFor(refused.email);
    noAddress(sent);
    expect(sent.text).toContain('or write to me @ evil. example');
  });
});
