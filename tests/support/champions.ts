import type { ChampionKind } from '#contract/kit/roles.ts';
import { makeMember, type MadeMember } from '#server/seeds/factories.ts';
import type { ApiWorld } from './api-world.ts';

const day = 24 * 60 * 60 * 1000;

/** Somebody of the platform's own site with the rights of a champion, for a month. */
export async function makeChampion(
  { context, platform, platformAdmin, testDatabase, clock }: ApiWorld,
  kind: ChampionKind,
): Promise<MadeMember> {
  const champion = await makeMember(context, platform, { role: kind });
  const now = clock.now();
  const endsAt = new Date(now.getTime() + 30 * day);
  await testDatabase.administrator.query(
    `insert into champions (tenant_id, user_id, kind, why, ends_at, granted_by, granted_at, updated_at)
     values ($1, $2, $3, 'Helps with the texts', $4, $5, $6, $6)`,
    [platform.id, champion.id, kind, endsAt, platformAdmin.id, now],
  );
  return champion;
}
