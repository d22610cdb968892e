import { describe, expect, it } from 'vitest';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { changesOf } from './member-form.rules.ts';

const member: MemberDetails = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  first_name: 'Nora',
  last_name: 'Lind',
  email: 'nora@greenfield.test',
  pending_email: null,
  role: 'teacher',
  country: 'SE',
  avatar: null,
  archived_at: null,
  last_login: null,
  has_password: true,
  classes: [],
  prepared_tablets: [],
};

const filled = {
  first_name: 'Nora',
  last_name: 'Lind',
  email: 'nora@greenfield.test',
  country: 'SE',
  role: 'teacher',
  avatar: null,
} as const;

describe('what is sent of the form of a member', () => {
  it('is nothing where nothing was changed, spaces and capitals aside', () => {
    expect(changesOf(member, filled)).toEqual({});
    expect(changesOf(member, { ...filled, first_name: ' Nora ', email: 'Nora@Greenfield.test ' })).toEqual(
      {},
    );
  });

  it('is what was changed, and nothing else', () => {
    expect(changesOf(member, { ...filled, last_name: 'Berg' })).toEqual({ last_name: 'Berg' });
    expect(changesOf(member, { ...filled, country: 'NO', role: 'school_admin' })).toEqual({
      country: 'NO',
      role: 'school_admin',
    });
    expect(changesOf(member, { ...filled, avatar: 'none' })).toEqual({ avatar: 'none' });
  });

  it('takes an address that waits to be confirmed for what was there, and back for a change', () => {
    const waiting = { ...member, pending_email: 'nora@example.org' };
    expect(changesOf(waiting, { ...filled, email: 'nora@example.org' })).toEqual({});
    expect(changesOf(waiting, filled)).toEqual({ email: 'nora@greenfield.test' });
  });
});
