import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { CreateMember, ListedStudent, Member, MemberDetails } from '#contract/members/members.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { MemberService, PreparedPicture } from '../members/members.service.ts';
import type { Schools, SchoolThere } from '../visits/schools.ts';
import { findPerson, type FoundPerson } from '../panel/people.list.ts';
import { noteHere, noteLook } from './people.audit.ts';

type Asking = Call<Actor>;

/** By the panel's role. @throws Problem `members.not_found` */
export async function foundPerson(panel: Panel | undefined, userId: string): Promise<FoundPerson> {
  if (!panel) throw new Problem(requestProblems.unavailable);
  const person = await findPerson(panel, userId);
  if (!person) throw new Problem(memberProblems.not_found);
  return person;
}

/** A picture has its address on the host of its school. */
function pictureAt(avatar: string | null, { origin }: SchoolThere): string | null {
  return avatar?.startsWith('/') ? `${origin ?? ''}${avatar}` : avatar;
}

function ofSchool(details: MemberDetails, school: SchoolThere): MemberDetails {
  const { id, school_name, is_organization, is_platform } = school;
  const avatar = is_platform ? details.avatar : pictureAt(details.avatar, school);
  return { ...details, avatar, tenant: { id, school_name, is_organization, is_platform } };
}

function listed(person: FoundPerson): ListedStudent {
  const { id, country, archived_at, last_login, tenant_id, school_name, is_organization, is_platform } =
    person;
  return {
    id,
    role: 'student',
    country,
    archived_at: archived_at?.toISOString() ?? null,
    last_login: last_login?.toISOString() ?? null,
    tenant: { id: tenant_id, school_name, is_organization, is_platform },
  };
}

/**
 * Members of one's own tenant on its host; on the platform's own site those of any tenant, by that tenant's rules and as the caller's
 * guest there.
 */
export function createMembersAcross(options: {
  members: MemberService;
  schools: Schools;
  panel: Panel | undefined;
  /** @throws Problem where a tenant may not grow now */
  refuseGrowth: (transaction: TenantTransaction, tenant: HostTenant, now: Date) => Promise<void>;
}) {
  const { members, schools, panel, refuseGrowth } = options;

  return {
    async read(userId: string, call: Asking): Promise<MemberDetails | ListedStudent> {
      if (!call.tenant.is_platform) return await members.read(userId, call);
      const person = await foundPerson(panel, userId);
      if (person.role === 'student') return listed(person);
      const answer = await schools.look(call, person.tenant_id, async (there, school) =>
        ofSchool(await members.read(userId, there), school),
      );
      await noteLook(call, person);
      return answer;
    },

    async create(
      { tenant_id, ...form }: Omit<CreateMember, 'avatar'>,
      picture: PreparedPicture,
      call: Asking,
    ): Promise<Member> {
      const { tenant } = call;
      if (!tenant.is_platform || tenant_id === undefined || tenant_id === tenant.id)
        return await members.create(form, picture, call);
      const { made, school } = await schools.act(call, tenant_id, async (there, at) => {
        await refuseGrowth(there.transaction, there.tenant, there.now);
        return { made: await members.create(form, picture, there), school: at };
      });
      await noteHere(call, 'members.created', { ...made, school });
      return { ...made, avatar: pictureAt(made.avatar, school) };
    },

    async update(
      userId: string,
      form: Parameters<MemberService['update']>[1],
      picture: PreparedPicture,
      call: Asking,
    ): Promise<MemberDetails> {
      if (!call.tenant.is_platform) return await members.update(userId, form, picture, call);
      const person = await foundPerson(panel, userId);
      if (person.role === 'student') throw new Problem(panelProblems.school_decides);
      const { changed, school } = await schools.act(call, person.tenant_id, async (there, at) => ({
        changed: await members.update(userId, form, picture, there),
        school: at,
      }));
      await noteHere(call, 'members.changed', { ...changed, school });
      return ofSchool(changed, school);
    },
  };
}
