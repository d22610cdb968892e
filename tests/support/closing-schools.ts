import * as v from 'valibot';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';
import { mailSenderOf, type TestMailbox } from './mailbox.ts';
import { staffPassword } from './three-schools.ts';

/** Schools that close, and what is left of them. */
export function closingSchools(world: () => ApiWorld, mailbox: TestMailbox) {
  const administrate = (text: string, values: unknown[] = []) =>
    world().testDatabase.administrator.query(text, values);

  async function codeTo(address: string): Promise<string> {
    await mailSenderOf(world(), mailbox).sendDue();
    const codes = mailbox.mails.flatMap(({ to, text }) =>
      to.address === address ? (/Your code is (\d{6})/u.exec(text)?.[1] ?? []) : [],
    );
    return codes.at(-1) ?? '';
  }

  async function closeItself(school: TestSchool): Promise<void> {
    const caller = await world().as(school.schoolAdmin);
    const body = { password: staffPassword, reason: 'We move' };
    await world().call(caller, closingEndpoints.ask, { body });
    const code = await codeTo(school.schoolAdmin.email);
    await world().call(caller, closingEndpoints.confirm, { body: { code } });
  }

  /** As if the 30 days had gone by. */
  async function letTimePass({ tenant }: TestSchool): Promise<void> {
    await administrate(
      `update closings set begun_at = begun_at - interval '40 days', due_at = due_at - interval '40 days',
         written_at = written_at - interval '40 days' where tenant_id = $1 and kept_at is null`,
      [tenant.id],
    );
    await administrate("update tenants set closes_at = closes_at - interval '40 days' where id = $1", [
      tenant.id,
    ]);
    await administrate(
      "update tasks set due_at = now() - interval '1 day' where kind = 'closings.delete_school' and state = 'waiting'",
    );
  }

  /** No money of the school is on its way any more. */
  async function settle({ tenant }: TestSchool): Promise<void> {
    for (const change of [
      "update refunds set state = 'done', ended_at = now() where tenant_id = $1",
      "update payments set state = 'failed', ended_at = now() where tenant_id = $1 and state in ('begun', 'waiting')",
      "update payout_parts set state = 'cancelled' where tenant_id = $1",
    ])
      await administrate(change, [tenant.id]);
  }

  async function tablesOf(): Promise<string[]> {
    const { rows } = await administrate(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'tenant_id' order by relname`,
    );
    return v.parse(v.array(v.object({ name: v.string() })), rows).map(({ name }) => name);
  }

  /** Rows of a school by table. */
  async function countsOf({ tenant }: TestSchool): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const name of await tablesOf()) {
      const { rows } = await administrate(`select count(*)::int as count from ${name} where tenant_id = $1`, [
        tenant.id,
      ]);
      counts[name] = v.parse(v.array(v.object({ count: v.number() })), rows)[0]?.count ?? 0;
    }
    return counts;
  }

  return { administrate, codeTo, closeItself, letTimePass, settle, tablesOf, countsOf };
}
