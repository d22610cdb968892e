import { uuidv7 } from 'uuidv7';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { CauseForm, CauseState } from '#contract/causes/causes.schema.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

/** What somebody fills in who names a cause. */
export function causeForm(more: Partial<CauseForm> = {}): CauseForm {
  return {
    id: uuidv7(),
    name: 'Nests for hedgehogs',
    summary: 'Dry nests for the winter',
    story: 'We build nests of leaves.',
    country: 'DE',
    registration_no: 'VR 12345',
    tax_scheme: 'none',
    goal: { amount: 50_000, currency: 'EUR' },
    ...more,
  };
}

/** A cause that a school named, in a state that it came to in the usual way. @returns its id */
export async function makeCause(
  world: ApiWorld,
  school: TestSchool,
  { state, ...more }: Partial<CauseForm> & { state: Exclude<CauseState, 'closed'> },
): Promise<string> {
  const office = await world.as(school.schoolAdmin);
  const { id } = await world.call(office, causeEndpoints.create, { body: causeForm(more) });
  const move = async (caller: typeof office, to: CauseState) =>
    await world.call(caller, causeEndpoints.move, { params: { id }, body: { state: to } });
  if (state !== 'draft') await move(office, 'submitted');
  if (state === 'open' || state === 'paused') await move(await world.as(world.platformAdmin), 'open');
  if (state === 'paused') await move(office, 'paused');
  return id;
}
