import { beforeAll, describe, expect, it } from 'vitest';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { CauseState } from '#contract/causes/causes.schema.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { makeCause } from '../support/causes.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

let office: Caller;
let platform: Caller;
/** Of the office as well, and not the one who moves causes. */
let colleague: string;

beforeAll(async () => {
  office = await world.as(greenfield.schoolAdmin);
  platform = await world.as(world.platformAdmin);
  colleague = 'second-admin@greenfield.test';
  await makeMember(world.context, greenfield.tenant, { role: 'school_admin', email: colleague });
});

const move = (caller: Caller, id: string, state: CauseState, reason = '') =>
  world.call(caller, causeEndpoints.move, { params: { id }, body: { state, reason } });

/** Subjects of what went out since the last time, by address. */
async function sent(): Promise<Record<string, string[]>> {
  await mail.sender.sendDue();
  const found: Record<string, string[]> = {};
  for (const { to, subject } of mail.mailbox.mails.splice(0)) (found[to.address] ??= []).push(subject);
  return found;
}

describe('emails about a cause', () => {
  it('go to the platform once it is handed in, and to nobody at the school', async () => {
    await makeCause(world, greenfield, { state: 'submitted', name: 'Nests' });
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(world.platformAdmin.email);
    expect(letter.subject).toBe('A cause to check: Nests');
    expect(letter.text).toContain(greenfield.tenant.school_name);
    expect(letter.text).toMatch(/http:\/\/localhost[^\s]*\/admin-panel\/charity-details-view\//u);
    expect(mail.mailbox.mails.every(({ to }) => to.address === world.platformAdmin.email)).toBe(true);
  });

  it('tell the school that it is open, paused and ended, and no other school', async () => {
    const id = await makeCause(world, greenfield, { state: 'submitted', name: 'Ponds' });
    await sent();
    const admins = [greenfield.schoolAdmin.email, colleague];
    for (const [state, subject] of [
      ['open', 'Your cause is open: Ponds'],
      ['paused', 'Your cause is paused: Ponds'],
      ['open', 'Your cause is open: Ponds'],
      ['closed', 'Your cause has ended: Ponds'],
    ] as const) {
      await move(platform, id, state);
      const found = await sent();
      expect(Object.keys(found).toSorted()).toEqual(admins.toSorted());
      expect(found[colleague]).toEqual([subject]);
      expect(found[riverside.schoolAdmin.email]).toBeUndefined();
    }
  });

  it('say what is missing where it is given back, and lead to its page at the school', async () => {
    const id = await makeCause(world, greenfield, { state: 'submitted', name: 'Hives' });
    await move(platform, id, 'draft', 'The number is not in the register');
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(colleague);
    expect(letter.subject).toBe('Something is missing for your cause: Hives');
    expect(letter.text).toContain('The number is not in the register');
    expect(letter.text).toContain(`greenfield.localhost`);
    expect(letter.text).toContain(`/admin-school/charity-details-view/${id}`);
  });

  it('go to colleagues and not to the one who did it, and not where nothing changed', async () => {
    const id = await makeCause(world, greenfield, { state: 'open', name: 'Trees' });
    await sent();
    await move(office, id, 'paused');
    expect(await sent()).toEqual({ [colleague]: ['Your cause is paused: Trees'] });
    await move(office, id, 'paused');
    expect(await sent()).toEqual({});
    const draft = await makeCause(world, greenfield, { state: 'submitted', name: 'Owls' });
    await sent();

    await move(office, draft, 'draft', 'Not yet');
    expect(await sent()).toEqual({});
  });
});
