import { describe, expect, it } from 'vitest';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import type { Person } from '../support/api-world.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { queue } from '../support/queued-calls.ts';
import { bulkOfFile, calls } from './students-in-bulk.support.ts';

const { world, greenfield, fingerprint, push, sql } = bulkOfFile();

async function setPrivacy(person: Person, user_ids: string[], privacy_preference: PrivacyPreference) {
  const body = { user_ids, privacy_preference };
  return await world.call(await world.as(person), calls.privacy, { body });
}

async function preferences(ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; privacy_preference: string }>(
    'select id, privacy_preference from students where id = any($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.privacy_preference ?? 'none');
}

const decideElsewhere = (id: string | undefined, preference: PrivacyPreference) =>
  sql('update students set privacy_preference = $2 where id = $1', [id, preference]);

describe('the privacy preference of several students', () => {
  it('becomes the same for all, whatever it was', async () => {
    const { ids } = await classOfThree(world, greenfield);
    await decideElsewhere(ids[1], 'public');
    await decideElsewhere(ids[2], 'community');
    expect(await setPrivacy(greenfield.teacher, ids, 'community')).toEqual({
      message: 'Privacy preference updated successfully!',
      changed: 2,
    });
    expect(await preferences(ids)).toEqual(['community', 'community', 'community']);
  });

  it.each(['Public', 'secret', '', '__proto__'])('cannot be %j', async (preference) => {
    const { ids } = await classOfThree(world, greenfield);
    const before = await fingerprint();
    const teacher = await world.as(greenfield.teacher);
    const body = { user_ids: ids, privacy_preference: preference as PrivacyPreference };
    expect(await world.refusal(teacher, calls.privacy, { body })).toMatchObject({
      status: 400,
      errors: { privacy_preference: ['Invalid privacy preference transition.'] },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('is made tighter whatever others did in the meantime', async () => {
    const { ids } = await classOfThree(world, greenfield);
    const seen = Object.fromEntries(ids.map((id) => [id, 'community' as const]));
    await decideElsewhere(ids[0], 'public');
    await decideElsewhere(ids[1], 'community');
    expect(await push(queue.updatePrivacyInBulk(ids, 'private', seen))).toMatchObject([
      { outcome: 'applied' },
    ]);
    expect(await preferences(ids)).toEqual(['private', 'private', 'private']);
  });

  it('is made wider for all where nobody decided otherwise since', async () => {
    const { ids } = await classOfThree(world, greenfield);
    const seen = Object.fromEntries(ids.map((id) => [id, 'private' as const]));
    // Somebody else came to the same: that is no conflict.
    await decideElsewhere(ids[2], 'public');
    expect(await push(queue.updatePrivacyInBulk(ids, 'public', seen))).toMatchObject([
      { outcome: 'applied' },
    ]);
    expect(await preferences(ids)).toEqual(['public', 'public', 'public']);
  });

  it('is made wider for nobody where somebody decided otherwise for one, and the refusal says for whom', async () => {
    const { ids } = await classOfThree(world, greenfield);
    const seen = Object.fromEntries(ids.map((id) => [id, 'private' as const]));
    await decideElsewhere(ids[1], 'community');
    const [result] = await push(queue.updatePrivacyInBulk(ids, 'public', seen));
    expect(result).toMatchObject({
      outcome: 'refused',
      problem: {
        code: 'students.privacy_changed_elsewhere',
        error:
          'Somebody else changed the privacy preference of Bo Fern in the meantime, so nothing was changed.',
        details: { mine: 'public', changed: { [ids[1] ?? '']: 'community' } },
      },
    });
    expect(await preferences(ids)).toEqual(['private', 'community', 'private']);
    // Asked again, the person has seen what the others did.
    const asked = { ...seen, [ids[1] ?? '']: 'community' as const };
    expect(await push(queue.updatePrivacyInBulk(ids, 'public', asked))).toMatchObject([
      { outcome: 'applied' },
    ]);
    expect(await preferences(ids)).toEqual(['public', 'public', 'public']);
  });

  it.each([{ privacy_preference: 'private' }, { privacy_preference: null }, { privacy_preference: [7] }, {}])(
    'does not stumble over a base that says nothing of the students: %j',
    async (base) => {
      const { ids } = await classOfThree(world, greenfield);
      const call = { ...queue.updatePrivacyInBulk(ids, 'public'), base };
      expect(await push(call)).toMatchObject([{ outcome: 'applied' }]);
    },
  );

  it('is written down for each with from what to what', async () => {
    const { ids } = await classOfThree(world, greenfield);
    await decideElsewhere(ids[2], 'public');
    await setPrivacy(greenfield.teacher, ids, 'public');
    const { rows } = await sql(
      'select subject_id, details from audit_entries where subject_id = any($1) order by subject_id',
      [ids],
    );
    expect(rows).toEqual(
      ids
        .slice(0, 2)
        .toSorted()
        .map((subject_id) => ({ subject_id, details: { from: 'private', to: 'public' } })),
    );
  });

  it('ends the same on both sides when two people change the same students at the same moment', async () => {
    const { ids } = await classOfThree(world, greenfield);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        setPrivacy(greenfield.teacher, ids, 'public'),
        setPrivacy(greenfield.schoolAdmin, ids.toReversed(), 'community'),
        setPrivacy(greenfield.teacherAdmin, ids, 'private'),
      ]);
      expect(new Set(await preferences(ids)).size).toBe(1);
    }
  });
});
