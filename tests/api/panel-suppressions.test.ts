import { describe, expect, it } from 'vitest';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import { withoutAddress } from '#server/modules/mail/mail.service.ts';
import { beginSweepingSuppressions, suppressionsTask } from '#server/modules/mail/suppressions.task.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { inTenant } from '#server/platform/database.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import type { TestSchool } from '../support/api-world.ts';
import { testSecretKey } from '../support/test-database.ts';
import { day, lettersOfFile, reason } from './panel-mail.support.ts';

const { world, greenfield, riverside, platform, later, invite, auditOf, refusing } = lettersOfFile();

describe('what a mail server said', () => {
  it.each([
    ['550 <ana@x.test> unknown', 'ana@x.test', '550 <a…a@x.test> unknown'],
    ['user ana.b unknown (ANA.B)', 'ana.b@x.test', 'user a…b unknown (a…b)'],
    ['mailbox a full', 'a@x.test', 'mailbox a full'],
    ['for=other@y.test; x', 'ana@x.test', 'for=o…r@y.test; x'],
  ])('is told without addresses: %s', (said, address, told) => {
    expect(withoutAddress(said, address)).toBe(told);
  });
});

describe('suppressions', () => {
  const list = (query: { search?: string; reason?: 'manual' | 'refused' } = {}) =>
    world.call(platform, panelMailEndpoints.listSuppressions, { query });
  const suppress = (address: string) =>
    world.call(platform, panelMailEndpoints.suppress, { body: { address, reason } });
  const lift = (id: string) => world.call(platform, panelMailEndpoints.lift, { params: { id } });
  const inviteAt = async (school: TestSchool, email: string) => {
    const caller = await world.as(school.schoolAdmin);
    const body = { email, role: 'teacher' } as const;
    return await world.request(caller, 'POST', '/api/v1/invitations/', { body });
  };

  it('list who is not written to, shortened, with why and until when', async () => {
    await invite(greenfield, 'zoe@refused.test');
    await refusing('5.1.1').sendDue();
    const { results } = await list({ search: '@refused.test' });
    expect(results).toMatchObject([
      {
        address: 'z…e@refused.test',
        reason: 'refused',
        note: 'the mail server does not know this address',
        since: world.clock.now().toISOString(),
        until: new Date(world.clock.now().getTime() + 30 * day).toISOString(),
      },
    ]);
    expect((await list({ search: 'ZOE@refused.test' })).results).toEqual(results);
    expect((await list({ search: 'zo@refused.test' })).results).toEqual([]);
    expect((await list({ search: 'refused.test', reason: 'manual' })).results).toEqual([]);
    await later(30 * day);
    expect((await list({ search: '@refused.test' })).results).toEqual([]);
  });

  it('are made by hand with a reason, lifted by hand, and count for both schools', async () => {
    const stopped = await suppress('Stop.Me@hand.test');
    expect(stopped).toMatchObject({ address: 's…e@hand.test', reason: 'manual', until: null });
    for (const school of [greenfield, riverside])
      expect(await inviteAt(school, 'stop.me@hand.test')).toMatchObject({
        status: 409,
        body: { code: 'mail.suppressed' },
      });
    expect((await suppress('stop.me@hand.test')).id).toBe(stopped.id);
    await lift(stopped.id);
    for (const school of [greenfield, riverside])
      expect(await inviteAt(school, 'stop.me@hand.test')).toMatchObject({ status: 200 });
    expect(
      await world.refusal(platform, panelMailEndpoints.lift, { params: { id: stopped.id } }),
    ).toMatchObject({ status: 404, code: 'mail.not_suppressed' });
    expect(await auditOf('mail.lifted')).toMatchObject([
      { tenant_id: world.platform.id, details: { address: 's…e@hand.test', why: 'manual' } },
    ]);
    expect((await auditOf('mail.suppressed'))[0]?.details).toEqual({ address: 's…e@hand.test', reason });
    expect(
      await world.refusal(platform, panelMailEndpoints.suppress, { body: { address: 'nobody', reason } }),
    ).toMatchObject({ status: 400, errors: { address: ['Invalid email'] } });
  });

  it('that ended are swept away a week later, and others stay', async () => {
    const { database } = world.context;
    const suppressions = createSuppressions({ secretKey: testSecretKey });
    const add = (address: string, how: 'refused' | 'deferred' | 'returned') =>
      inTenant(database, riverside.tenant.id, (transaction) =>
        suppressions.add(transaction, address, {
          reason: how,
          cause: 'address_unknown',
          now: world.clock.now(),
        }),
      );
    await world.testDatabase.administrator.query('delete from mail_suppressions');
    await add('a@swept.test', 'refused');
    await add('b@swept.test', 'deferred');
    await add('c@swept.test', 'returned');
    const addTask: DueWork['add'] = (...task) => work.add(...task);
    const problems: unknown[] = [];
    const work: DueWork = createDueWork({
      database,
      clock: world.clock,
      kinds: [suppressionsTask({ database, clock: world.clock, addTask })],
      onProblem: (problem) => problems.push(problem),
    });
    const left = async () => {
      await work.runDue();
      const { rows } = await world.testDatabase.administrator.query<{ listed_address: string }>(
        'select listed_address from mail_suppressions order by 1',
      );
      return rows.map(({ listed_address }) => listed_address);
    };
    await beginSweepingSuppressions(database, addTask, world.clock.now());
    expect(await left()).toEqual(['a…@swept.test', 'b…@swept.test', 'c…@swept.test']);
    await later(7 * day);
    expect(await left()).toEqual(['a…@swept.test', 'c…@swept.test']);
    await later(29 * day);
    expect(await left()).toEqual(['a…@swept.test', 'c…@swept.test']);
    await later(day);
    expect(await left()).toEqual(['c…@swept.test']);
    expect(problems).toEqual([]);
  });
});
