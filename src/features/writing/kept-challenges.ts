import * as v from 'valibot';
import { isChallengeOpen } from '#contract/content/challenges.rules.ts';
import { Goal } from '#contract/works/works.schema.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { keptLists, readKeptAnswers } from '#src/session/use-kept-answer.ts';
import type { Challenge } from './begin-challenge.ts';

// Only what a story needs of them: a page that another version of the app kept is of use, too.
const Card = v.object({
  id: v.string(),
  kind: v.literal('challenge'),
  title: v.string(),
  summary: v.string(),
  goals: v.array(Goal),
  work: v.literal('story'),
  opens: v.optional(v.string()),
  closes: v.optional(v.string()),
});
const Cards = v.object({ results: v.array(v.unknown()) });
const Page = v.object({
  card: Card,
  head: v.object({ preset: v.object({ title: v.string(), prompt: v.string() }) }),
});
const Assigned = v.object({ results: v.array(v.object({ id: v.string() })) });

function allOf<Schema extends v.GenericSchema>(
  schema: Schema,
  values: readonly unknown[],
): v.InferOutput<Schema>[] {
  return values.flatMap((value) => {
    const result = v.safeParse(schema, value);
    return result.success ? [result.output] : [];
  });
}

/**
 * The challenges for a story that are open on a day, of what this device keeps: those that a teacher set come first. It asks
 * nobody, so it is the same with and without a network.
 */
export async function readKeptChallenges(localDrafts: OwnDrafts, day: string): Promise<Challenge[]> {
  const pages = allOf(Page, await readKeptAnswers(localDrafts, keptLists.pages));
  const lists = allOf(Cards, await readKeptAnswers(localDrafts, keptLists.listsOfPages));
  const assigned = allOf(Assigned, await readKeptAnswers(localDrafts, keptLists.assigned));
  const presets = new Map(pages.map(({ card, head }) => [card.id, head.preset]));
  const cards = [
    ...pages.map(({ card }) => card),
    ...lists.flatMap(({ results }) => allOf(Card, results)),
  ].filter((card) => isChallengeOpen(card, day));
  const byId = new Map(
    cards.map(({ id, title, summary, goals }): [string, Challenge] => [
      id,
      { id, kind: 'story', goals, preset: presets.get(id) ?? { title, prompt: summary } },
    ]),
  );
  const isSet = new Set(assigned.flatMap(({ results }) => results.map(({ id }) => id)));
  const all = [...byId.values()];
  return [...all.filter(({ id }) => isSet.has(id)), ...all.filter(({ id }) => !isSet.has(id))];
}
