import { describe, expect, it } from 'vitest';
import type { Profile } from '#contract/identity/identity.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { effectContext } from '#tests/support/effect-context.ts';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { markTutorialSeen, markTutorialSeenInput } from './tutorials.mutations.ts';

const tess = sampleProfile({
  first_name: 'Tess',
  last_name: 'Alder',
  email: 'tess@greenfield.test',
  username: null,
  role: 'teacher',
  tutorials: ['stories'],
});

const context = effectContext(scopeOf.user(tess.id));

describe('marking a guided tour as seen', () => {
  const mark = markTutorialSeen.effects.profile;

  it('remembers it at once, in alphabetical order as the school does', () => {
    expect(mark?.([tess], markTutorialSeenInput('books'), context)).toEqual([
      { ...tess, tutorials: ['books', 'stories'] },
    ]);
  });

  it('changes nothing the second time, nor where the person is not known yet', () => {
    const rows = [tess];
    expect(mark?.(rows, markTutorialSeenInput('stories'), context)).toBe(rows);
    const nobody: Profile[] = [];
    expect(mark?.(nobody, markTutorialSeenInput('stories'), context)).toBe(nobody);
  });

  it('is told in plain words', () => {
    expect(markTutorialSeen.describe(markTutorialSeenInput('books'), () => undefined)).toBe(
      'A guided tour marked as seen',
    );
  });
});
