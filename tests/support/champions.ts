import type { ChampionKind } from '#contract/kit/roles.ts';
import * as seeds from '#server/seeds/demo-champions.ts';
import type { MadeMember } from '#server/seeds/factories.ts';
import type { ApiWorld } from './api-world.ts';

/** Somebody of the platform's own site with the rights of a champion, for some months. */
export function makeChampion(
  { context, platform, platformAdmin: by, clock }: ApiWorld,
  kind: ChampionKind,
): Promise<MadeMember> {
  return seeds.makeChampion(context, platform, { kind, by, now: clock.now() });
}
