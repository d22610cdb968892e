import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { product } from '#contract/kit/product.ts';
import type { PayoutTo } from '#contract/causes/payouts.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { Command } from './commands.ts';
import type { Journal } from './journal.ts';
import { changeMeanwhile } from './meanwhile.ts';
import type { MoneyServer } from './server.ts';
import type { MoneyWorld } from './world.ts';

type PayoutCommand = Extract<Command, { do: 'hold is over' | 'prepare payout' | 'payout goes on' }>;

const proof = {
  type: 'application/pdf',
  content: Buffer.from('proof'),
  sha256: Buffer.alloc(32, 7),
} as const;

/** To whom something can be paid: the cause in each currency, and each school. */
const targetsOf = ({ schools, causeId }: MoneyWorld): { to: PayoutTo; currency: string }[] =>
  schools.flatMap(({ tenant, currency }) => [
    { to: { kind: 'cause' as const, id: causeId }, currency },
    { to: { kind: 'school' as const, id: tenant.id }, currency },
  ]);

/** What staff of the platform do about payouts. @returns false where there is none */
export async function payOut(
  at: { world: MoneyWorld; database: Database; server: MoneyServer },
  command: PayoutCommand,
): Promise<boolean> {
  const { world, database, server } = at;
  const { administrator } = world.testDatabase;
  const now = world.clock.now();
  const asPlatform = async (work: (call: Call<Actor>) => Promise<unknown>) => {
    const { platform, platformAdmin } = inject('schools');
    const { id: tenant_id } = platform;
    const actor: Actor = {
      id: platformAdmin.id,
      tenant_id,
      role: product.platformRole,
      session_id: uuidv7(),
    };
    const tenant = { id: tenant_id, is_platform: true, is_organization: false };
    await inTenant(database, tenant_id, (transaction) =>
      withChanges(transaction, tenant_id, (changes) =>
        work({ transaction, tenant, actor, changes, now, base: undefined, origin: null }),
      ),
    );
  };
  if (command.do === 'hold is over') {
    const text = 'update order_shares set payable_on = $1 where payable_on is not null and payout_id is null';
    return (await changeMeanwhile(administrator, text, [now])) > 0;
  }
  if (command.do === 'prepare payout') {
    const targets = targetsOf(world);
    const target = targets[command.to % targets.length];
    if (!target) return false;
    await asPlatform((call) => server.payouts.prepare({ body: { ...target, id: uuidv7() } }, call));
    await server.work.runDue();
    return true;
  }
  const { rows } = await administrator.query<{ id: string }>(
    "select id from payouts where state in ('prepared', 'sent') order by made_at desc, id desc",
  );
  const payout = rows[command.which % Math.max(1, rows.length)];
  if (!payout) return false;
  const params = { id: payout.id };
  await asPlatform((call) => {
    if (command.act === 'cancel') return server.payouts.cancel({ params }, call);
    if (command.act === 'prove')
      return server.payouts.prove({ params, body: { file: new Blob(), note: '' } }, call, proof);
    const body = { sent_on: dayOf(now), bank_reference: `B ${payout.id}` };
    return server.payouts.markSent({ params, body }, call);
  });
  return true;
}

interface ShareState {
  share: string;
  payout_id: string | null;
  is_disputed: boolean;
}

/** Law 11, looked at after each step: a share stays in its payout until that is cancelled, and goes into none while it is disputed. */
export async function law11TakenOnce(
  { testDatabase: { administrator } }: MoneyWorld,
  journal: Journal,
): Promise<void> {
  const { rows } = await administrator.query<ShareState>(
    `select share.line_id || ' ' || share.party as share, share.payout_id,
       exists (select from payments as payment where payment.order_id = line.order_id and payment.is_disputed) as is_disputed
     from order_shares as share join order_lines as line on line.id = share.line_id`,
  );
  const { rows: payouts } = await administrator.query<{ id: string; state: string }>(
    'select id, state from payouts',
  );
  const stateOf = (id: string) => payouts.find((payout) => payout.id === id)?.state;
  for (const { share, payout_id, is_disputed } of rows) {
    const before = journal.taken.get(share);
    const isTaken = payout_id !== null && before !== payout_id;
    if (before !== undefined && before !== payout_id && stateOf(before) !== 'cancelled')
      journal.violate(11, `a share left a payout that is ${stateOf(before)}`);
    if (isTaken && is_disputed && journal.disputed.has(share))
      journal.violate(11, 'a disputed share went into a payout');
    if (payout_id === null) journal.taken.delete(share);
    else journal.taken.set(share, payout_id);
    if (is_disputed) journal.disputed.add(share);
    else journal.disputed.delete(share);
  }
}
