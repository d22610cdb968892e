import * as v from 'valibot';
import { MemberForm, type MemberDetails, type UpdateMember } from '#contract/members/members.schema.ts';
import type { FilledMember } from './member.form.tsx';

/** What is to be sent of a form: only what is another than before (specification, section 5). */
export function changesOf(member: MemberDetails, { avatar, ...filled }: FilledMember): UpdateMember {
  const { first_name, last_name, email, country, role } = v.parse(MemberForm, filled);
  return {
    ...(first_name !== member.first_name && { first_name }),
    ...(last_name !== member.last_name && { last_name }),
    ...(email !== (member.pending_email ?? member.email) && { email }),
    ...(country !== member.country && { country }),
    ...(role !== member.role && { role }),
    ...(avatar !== null && { avatar }),
  };
}
