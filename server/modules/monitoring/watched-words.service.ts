import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import { foldWatched } from '#contract/monitoring/watched-words.rules.ts';
import { watchedWordsMost, type WatchedWord } from '#contract/monitoring/watched-words.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, lockName } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { namesOf } from '#server/platform/names-of.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { lookForWords } from './watched-words.task.ts';

type Parsed<Name extends keyof typeof monitoringEndpoints> = EndpointParsed<
  (typeof monitoringEndpoints)[Name]
>;
type PlatformCall = Call<Actor>;

export type WatchedWordService = ReturnType<typeof createWatchedWordService>;

/** The words that the platform looks for. What is published is compared in the school's transaction, what was before by a task. */
export function createWatchedWordService({ addTask }: { addTask: DueWork['add'] }) {
  async function noteAndLook(
    { transaction, actor, now }: PlatformCall,
    action: 'monitoring.word_added' | 'monitoring.word_removed',
    { id, words, folded, reason }: { id: string; words: string; folded: string; reason?: string },
  ): Promise<void> {
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action,
      subject_id: id,
      details: { name: words, ...(reason !== undefined && { reason }) },
    });
    await addTask(transaction, actor.tenant_id, {
      kind: lookForWords,
      payload: { folded, is_added: action === 'monitoring.word_added' },
      due_at: now,
      created_at: now,
    });
  }

  return {
    async list({ transaction, actor }: PlatformCall): Promise<{ results: WatchedWord[] }> {
      const rows = await transaction
        .selectFrom('watched_words')
        .select(['id', 'words', 'added_at', 'added_by'])
        .orderBy('folded')
        .execute();
      const names = await namesOf(
        transaction,
        actor.tenant_id,
        rows.map(({ added_by }) => added_by),
      );
      return {
        results: rows.map(({ id, words, added_at, added_by }) => ({
          id,
          words,
          added_at: added_at.toISOString(),
          added_by: names.get(added_by) ?? '',
        })),
      };
    },

    /** @throws Problem `monitoring.word_known`, `monitoring.words_full` */
    async add({ body: { words, reason } }: Parsed<'addWord'>, call: PlatformCall): Promise<WatchedWord> {
      const { transaction, actor, now } = call;
      const folded = foldWatched(words);
      await lockName(transaction, 'watched words');
      const known = await transaction.selectFrom('watched_words').select('folded').execute();
      if (known.some((each) => each.folded === folded))
        throw new Problem(monitoringProblems.word_known, {
          errors: { words: [monitoringProblems.word_known.error] },
        });
      if (known.length >= watchedWordsMost) throw new Problem(monitoringProblems.words_full);
      const id = uuidv7();
      await elsewhere(transaction, null, () =>
        transaction
          .insertInto('watched_words')
          .values({ id, words, folded, added_at: now, added_by: actor.id })
          .execute(),
      );
      await noteAndLook(call, 'monitoring.word_added', { id, words, folded, reason });
      const names = await namesOf(transaction, actor.tenant_id, [actor.id]);
      return { id, words, added_at: now.toISOString(), added_by: names.get(actor.id) ?? '' };
    },

    /** @throws Problem `monitoring.word_not_found` */
    async remove({ params: { id } }: Parsed<'removeWord'>, call: PlatformCall) {
      const { transaction } = call;
      const removed = await elsewhere(transaction, null, () =>
        transaction
          .deleteFrom('watched_words')
          .where('id', '=', id)
          .returning(['words', 'folded'])
          .executeTakeFirst(),
      );
      if (!removed) throw new Problem(monitoringProblems.word_not_found);
      await noteAndLook(call, 'monitoring.word_removed', { id, ...removed });
      return {};
    },
  };
}
