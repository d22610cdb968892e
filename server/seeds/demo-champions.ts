import { uuidv7 } from 'uuidv7';
import { endOf } from '#contract/champions/champions.rules.ts';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { product } from '#contract/kit/product.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';
import { openOffer } from '#server/modules/resources/resource-offers.repository.ts';
import { storeResource } from '#server/modules/resources/resources.repository.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeMember, type FactoryContext, type MadeMember, type MadeTenant } from './factories.ts';

/** Somebody who helps the platform for a while. */
export async function makeChampion(
  context: FactoryContext,
  platform: MadeTenant,
  {
    kind,
    by,
    now = new Date(),
    ...person
  }: {
    kind: ChampionKind;
    by: MadeMember;
    now?: Date;
    first_name?: string;
    last_name?: string;
    email?: string;
    password_hash?: string;
  },
): Promise<MadeMember> {
  const champion = await makeMember(context, platform, { role: kind, ...person });
  await inTenant(context.database, platform.id, (transaction) =>
    transaction
      .insertInto('champions')
      .values({
        tenant_id: platform.id,
        user_id: champion.id,
        kind,
        why: kind === 'teacher' ? 'Writes pages about water' : 'Reads a lot with children',
        ends_at: endOf(addDays(dayOf(now), 180)),
        granted_by: by.id,
        granted_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return champion;
}

/** A superpower teacher with a draft and a resource that waits to be read, and a superpower parent. */
export async function seedChampions(
  context: FactoryContext,
  platform: MadeTenant,
  { by, password_hash }: { by: MadeMember; password_hash: string },
): Promise<void> {
  const emailOf = (kind: ChampionKind) => `superpower-${kind}@${product.slug}.test`;
  const ana = await makeChampion(context, platform, {
    kind: 'teacher',
    by,
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: emailOf('teacher'),
    password_hash,
  });
  await makeChampion(context, platform, {
    kind: 'parent',
    by,
    first_name: 'Ben',
    last_name: 'Oak',
    email: emailOf('parent'),
    password_hash,
  });
  const now = new Date();
  const page = { tenant_id: platform.id, id: uuidv7(), kind: 'hub', slug: 'rivers' } as const;
  const head = { kind: page.kind, title: 'Rivers', summary: '', for: 'everyone', goals: [], ages: [] };
  await inTenant(context.database, platform.id, async (transaction) => {
    await transaction
      .insertInto('content_pages')
      .values({ ...page, parent_id: null, place: null, owner_id: ana.id, shared: true, created_at: now })
      .execute();
    await transaction
      .insertInto('content_drafts')
      .values({
        tenant_id: platform.id,
        page_id: page.id,
        language: 'en',
        base_n: null,
        head: JSON.stringify(head),
        blocks: '[]',
        updated_by: ana.id,
        updated_at: now,
      })
      .execute();
    const id = uuidv7();
    await storeResource(transaction, platform.id, {
      id,
      title: 'Ten words about rivers',
      description: 'For the first lesson.',
      text: 'source, bank, bed, bend, mouth, stream, flood, ferry, delta, tide',
      level: 'early',
      categories: [],
      audience: 'staff',
      licence: 'own',
      credit: '',
      created_by: ana.id,
      now,
    });
    await openOffer(transaction, platform.id, { resource_id: id, now });
  });
}
