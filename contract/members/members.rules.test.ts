import { describe, expect, it } from 'vitest';
import { product } from '../kit/product.ts';
import { mayChange, rolesToGive, runningRole } from './members.rules.ts';

const school = { is_organization: false, is_platform: false };
const organization = { is_organization: true, is_platform: false };
const platform = { is_organization: false, is_platform: true };

describe('the roles that somebody may give', () => {
  it('are those of a school, for its administrator, with that of a teacher first', () => {
    expect(rolesToGive('school_admin', school)).toEqual(['teacher', 'teacher_admin', 'school_admin']);
    expect(rolesToGive('organization_admin', school)).toEqual(['teacher', 'teacher_admin', 'school_admin']);
  });

  it('are none for whoever makes no accounts', () => {
    for (const role of ['student', 'parent', 'teacher', 'teacher_admin'] as const)
      expect(rolesToGive(role, school)).toEqual([]);
  });

  it('are never above the giver’s, and elsewhere only that of who runs the place', () => {
    expect(rolesToGive('school_admin', organization)).toEqual([]);
    expect(rolesToGive('organization_admin', organization)).toEqual(['organization_admin']);
    expect(rolesToGive('organization_admin', platform)).toEqual([]);
    expect(rolesToGive(product.platformRole, platform)).toEqual([product.platformRole]);
  });

  it('leave somebody above alone', () => {
    expect(mayChange('school_admin', 'school_admin')).toBe(true);
    expect(mayChange('school_admin', 'teacher')).toBe(true);
    expect(mayChange('school_admin', 'organization_admin')).toBe(false);
    expect(mayChange('teacher_admin', 'teacher')).toBe(false);
  });

  it('know who runs a place', () => {
    expect([school, organization, platform].map(runningRole)).toEqual([
      'school_admin',
      'organization_admin',
      product.platformRole,
    ]);
  });
});
