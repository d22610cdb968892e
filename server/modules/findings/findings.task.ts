import { product } from '#contract/kit/product.ts';
import { paths } from '#contract/kit/paths.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { DueWork, Outcome, TaskKind } from '#server/platform/due-work.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailOutbox, MailToSend } from '../mail/mail.outbox.ts';
import { listFindings, nextMorning, tellFindings, type FindingRow } from './findings.ts';

const day = 24 * 60 * 60 * 1000;
/** Findings that one letter names; of more it says how many there are. */
const named = 20;

const counted = (count: number) => (count === 1 ? '1 open finding' : `${count} open findings`);

function letterOf(
  to: MailToSend['to'],
  facts: { count: number; rows: readonly FindingRow[]; panelUrl: string | null; now: Date },
): MailToSend {
  const { count, rows, panelUrl, now } = facts;
  const days = (found_at: Date) => Math.floor((now.getTime() - found_at.getTime()) / day);
  return {
    kind: 'payments.findings',
    to,
    subject: words`${counted(count)} about money`,
    letter: {
      greeting: words`Hello ${to.name},`,
      paragraphs: [
        words`There are ${counted(count)} about money. Please look at each and close it with a few words.`,
        ...rows.map(({ school_name, kind, order, found_at }) => {
          const what = kind.replace(/^\w+\./u, '').replaceAll('_', ' ');
          const about = order ? `, order ${order.number}` : '';
          return words`${school_name}: ${what}${about}, open for ${days(found_at)} days`;
        }),
        ...(count > rows.length ? [words`And ${count - rows.length} more.`] : []),
      ],
      action: panelUrl === null ? null : { label: words`Look at the findings`, href: panelUrl },
      notes: [words`This letter comes once a day while findings are open.`],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}

/**
 * Tells those who run the platform once a day what is open in the books. Its tenant is the platform. The letters are written with
 * the end of the task, so that they go out once.
 * @param origin of the platform's site; null: letters say it without a link
 */
export function findingsTask(options: {
  outbox: MailOutbox;
  addTask: DueWork['add'];
  origin: string | null;
}): TaskKind {
  const { outbox, addTask, origin } = options;
  const panelUrl = origin && `${origin}${paths.platform.payments({ tab: 'findings' })}`;
  return {
    name: tellFindings,
    atOnce: 1,
    attemptTakes: 60_000,
    tooLate: 'It was not told in time',
    async run(): Promise<Outcome> {
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id }, { at }) {
      const open = await elsewhere(transaction, null, () =>
        listFindings(transaction, { state: 'open', limit: named }),
      );
      if (open.count === 0) return;
      const readers = await outbox.listReaders(transaction, tenant_id, [product.platformRole]);
      for (const { first_name, email } of readers) {
        const to = { name: first_name, address: email };
        await outbox.add(transaction, tenant_id, letterOf(to, { ...open, panelUrl, now: at }), { now: at });
      }
      const due_at = nextMorning(at);
      await addTask(transaction, tenant_id, { kind: tellFindings, subject: 'daily', due_at, created_at: at });
    },
  };
}
