import { uuidv7 } from 'uuidv7';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Actor, OpenCall } from '#server/platform/route.ts';
import type { Command } from './commands.ts';
import type { MoneyServer } from './server.ts';
import type { MoneyWorld, SellingSchool } from './world.ts';

export interface Placed {
  school: SellingSchool;
  id: string;
  token: string;
}

/** What buyers and staff do with an order that was placed. @returns false where it has no such line */
export async function afterSale(
  at: { world: MoneyWorld; database: Database; server: MoneyServer; call: OpenCall },
  { school, id: orderId, token }: Placed,
  command: Extract<Command, { do: 'staff refund' | 'buyer returns' | 'download' | 'make' | 'cannot make' }>,
): Promise<boolean> {
  const { world, database, server, call } = at;
  const { rows } = await world.testDatabase.administrator.query<{ id: string; amount: string }>(
    'select id, amount from order_lines where order_id = $1 order by place',
    [orderId],
  );
  const line = rows[command.line % Math.max(1, rows.length)];
  if (!line) return false;
  const { own, refunding, passes, sold } = server;
  const { pass } = passes.give(school.tenant.id, orderId, call.now);
  const inOffice = async (fulfilment: 'made' | 'cannot_be_made') => {
    const { id, tenant_id } = school.admin;
    const actor: Actor = { id, tenant_id, role: 'school_admin', session_id: uuidv7() };
    await inTenant(database, tenant_id, (transaction) =>
      withChanges(transaction, tenant_id, (changes) =>
        sold.fulfil(
          { params: { id: orderId, line: line.id }, body: { fulfilment } },
          { ...call, transaction, actor, changes, base: undefined },
        ),
      ),
    );
  };
  switch (command.do) {
    case 'staff refund':
      await inTenant(database, school.tenant.id, (transaction) =>
        refunding.ask(transaction, school.tenant.id, {
          orderId,
          id: uuidv7(),
          lines: [{ line_id: line.id, amount: command.part ? Math.ceil(Number(line.amount) / 3) : null }],
          origin: 'staff',
          reason: 'Torn',
          asked_by: null,
          now: call.now,
        }),
      );
      break;
    case 'buyer returns':
      await own.giveBack({ params: { token }, body: { id: uuidv7(), pass, lines: [line.id] } }, call);
      break;
    case 'download':
      await own.download({ params: { token, line: line.id }, body: { pass } }, call);
      break;
    case 'make':
      await inOffice('made');
      break;
    case 'cannot make':
      await inOffice('cannot_be_made');
      break;
  }
  return true;
}
