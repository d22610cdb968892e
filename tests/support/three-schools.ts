import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';
import {
  linkSchool,
  makeClass,
  makeMember,
  makeStudents,
  makeTenant,
  setCommunityPassword,
  type FactoryContext,
  type MadeMember,
  type MadeTenant,
} from '#server/seeds/factories.ts';
import type { TestSchool } from './api-world.ts';

/** Of everybody on the staff, in each school. */
export const staffPassword = 'Test-password-1';

/** The child with known credentials; both schools have one, with the same name and password. */
const knownStudent = { username: 'zoe-otter-42', password: 'sunny-otter-42' };

/** Ids, hosts and credentials of everything in the template database that API tests clone. Plain data. */
export interface Schools {
  platform: MadeTenant;
  platformAdmin: MadeMember;
  /** A trust that greenfield belongs to, on a host of its own. */
  organization: { tenant: MadeTenant; host: string; admin: MadeMember };
  greenfield: TestSchool;
  riverside: TestSchool;
}

async function makeSchool(
  context: FactoryContext,
  subdomain: string,
  password_hash: string,
): Promise<TestSchool> {
  const tenant = await makeTenant(context, { school_name: `${subdomain} school`, subdomain });
  const member = (role: Role, name: string) =>
    makeMember(context, tenant, {
      role,
      first_name: name,
      last_name: subdomain,
      email: `${name}@${subdomain}.test`,
      password_hash,
    });
  const teacher = await member('teacher', 'teacher');
  const otherTeacher = await member('teacher', 'other');
  const teacherAdmin = await member('teacher_admin', 'lead');
  const schoolAdmin = await member('school_admin', 'admin');
  const organizationAdmin = await member('organization_admin', 'trust');
  const parent = await member('parent', 'parent');
  // Both schools have the same class codes and children's names, so that a leak is not hidden by a difference.
  const ownClass = await makeClass(context, tenant, {
    name: 'Maple',
    class_id: 'MAPXE247',
    teachers: [teacher],
  });
  const otherClass = await makeClass(context, tenant, {
    name: 'Birch',
    class_id: 'BYRCH926',
    teachers: [otherTeacher],
  });
  const names = ['Zoë Fern', 'Łukasz Wójcik', 'Siobhán O’Brien', '美咲 田中'].map((name) => {
    const [first_name = '', ...rest] = name.split(' ');
    return { first_name, last_name: rest.join(' ') };
  });
  const students = await makeStudents(
    context,
    tenant,
    ownClass,
    names.map((name, place) => (place === 0 ? { ...name, ...knownStudent } : name)),
  );
  const [zoe] = students;
  const otherStudents = await makeStudents(context, tenant, otherClass, names);
  const [studentWithoutClass] = await makeStudents(context, tenant, null, [
    { first_name: 'Nomad', last_name: 'Child' },
  ]);
  if (!studentWithoutClass || !zoe) throw new Error('No student was made');
  const host = `${subdomain}.localhost`;
  const student = { id: zoe.id, tenant_id: tenant.id, ...knownStudent };
  return {
    tenant,
    host,
    teacher,
    otherTeacher,
    teacherAdmin,
    schoolAdmin,
    organizationAdmin,
    parent,
    student,
    ownClass,
    otherClass,
    students,
    otherStudents,
    studentWithoutClass,
  };
}

/** Fills a migrated database with the platform, an organization and two schools. */
export async function makeSchools(
  context: FactoryContext & Required<Pick<FactoryContext, 'hasher'>>,
): Promise<Schools> {
  const password_hash = await context.hasher.hash(staffPassword);
  const platform = await makeTenant(context, {
    school_name: product.name,
    subdomain: null,
    is_platform: true,
  });
  const platformAdmin = await makeMember(context, platform, {
    role: product.platformRole,
    email: 'platform@quillshelf.test',
    password_hash,
  });
  const trust = await makeTenant(context, {
    school_name: 'Bright Futures Trust',
    subdomain: 'brightfutures',
    is_organization: true,
  });
  const organization = {
    tenant: trust,
    host: 'brightfutures.localhost',
    admin: await makeMember(context, trust, {
      role: 'organization_admin',
      email: 'org@brightfutures.test',
      password_hash,
    }),
  };
  const greenfield = await makeSchool(context, 'greenfield', password_hash);
  const riverside = await makeSchool(context, 'riverside', password_hash);
  await linkSchool(context, trust, greenfield.tenant);
  for (const { tenant } of [greenfield, riverside])
    await setCommunityPassword(context, tenant, `welcome-to-${tenant.subdomain}`);
  return { platform, platformAdmin, organization, greenfield, riverside };
}
