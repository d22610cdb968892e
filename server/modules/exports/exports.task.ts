import type { Media } from '#server/platform/media.ts';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { Archive, type ArchiveSink } from './archive.ts';
import { exportReadyLetter } from './exports.letters.ts';
import * as repository from './exports.repository.ts';
import { copySchool, countRows } from './school-copy.ts';

/** Its subject is the export, its payload where the page of exports is. */
export const writeExport = 'exports.write_archive';

const hour = 60 * 60 * 1000;
const Payload = v.object({ href: v.string() });

class Overtaken extends Error {}

/** Writes an archive from one moment of the school. Begun again from its start where a server died. */
export function exportTask(options: {
  database: Database;
  clock: Clock;
  media: Media;
  outbox: MailOutbox;
  /** Bytes after which another ZIP is begun; left out: what suits a ZIP. */
  partBytes?: number;
}): TaskKind {
  const { database, clock, media, outbox, partBytes } = options;

  async function write(key: { tenant_id: string; id: string; attempt: number }): Promise<Outcome> {
    const { tenant_id, id: export_id, attempt } = key;
    const inOwn = <Result>(work: (transaction: TenantTransaction) => Promise<Result>) =>
      inTenant(database, tenant_id, work);
    const read = async (source: TenantTransaction): Promise<Outcome> => {
      const counts = await countRows(source, tenant_id);
      const rows_total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (!(await inOwn((own) => repository.beginExport(own, key, { attempt, rows_total }))))
        return { is: 'failed', reason: 'The export is not there any more' };
      let rows = 0;
      /** Each piece is kept with how far it is, and no attempt writes into a later one. */
      const keep = (work: (own: TenantTransaction) => Promise<void>) =>
        inOwn(async (own) => {
          if (!(await repository.noteProgress(own, key, rows)))
            throw new Overtaken('Written by another attempt');
          await work(own);
        });
      const sink: ArchiveSink = {
        append: (part, place, content) =>
          keep((own) => repository.insertChunk(own, { tenant_id, export_id, part, place, content })),
        endPart: (part) => keep((own) => repository.insertPart(own, { tenant_id, export_id, ...part })),
      };
      await copySchool(source, new Archive(sink, clock.now(), partBytes), {
        tenantId: tenant_id,
        now: clock.now(),
        media,
        onRows: (count) => {
          rows += count;
        },
      });
      return { is: 'done' };
    };
    return await inTenant(database, tenant_id, read, 'repeatable read');
  }

  return {
    name: writeExport,
    atOnce: 1,
    attemptTakes: 2 * hour,
    tooLate: 'The export was not written in time',
    async run({ tenant_id, subject, attempts }) {
      if (subject === null) return { is: 'failed', reason: 'It names no export' };
      return await write({ tenant_id, id: subject, attempt: attempts });
    },
    async onEnd(transaction, { tenant_id, subject, payload }, { state, at: now }) {
      if (subject === null) return;
      const found = await repository.findExport(transaction, { tenant_id, id: subject });
      if (!found) return;
      const is_ready = state === 'done';
      await repository.endExport(transaction, { tenant_id, id: subject }, { is_ready, at: now });
      const school = await repository.findSchool(transaction, tenant_id);
      if (!school) return;
      const { href } = v.parse(Payload, payload);
      const tell = async (home: string) => {
        const person = await repository.findAsker(transaction, home, found.asked_by);
        if (!person || person.email === null) return;
        const to = { name: person.first_name, email: person.email };
        const letter = exportReadyLetter(to, {
          id: subject,
          school_name: school.school_name,
          is_ready,
          href,
          now,
        });
        await outbox.add(transaction, home, letter, { now });
      };
      if (!found.is_by_platform) return await tell(tenant_id);
      const platform = await findPlatformId(transaction);
      if (platform !== undefined) await elsewhere(transaction, platform, () => tell(platform));
    },
  };
}
