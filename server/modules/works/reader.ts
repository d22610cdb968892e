import { sql, type RawBuilder } from 'kysely';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { product } from '#contract/kit/product.ts';
import type { Purpose } from '#contract/permissions/permissions.schema.ts';
import type { Actor } from '#server/platform/route.ts';

/**
 * Whoever reads works, as far as it matters for what they may see: a visitor; a family, let in by the community password; a
 * student; a teacher, who looks after the children of the own classes; or the office, which looks after everybody.
 */
export type Reader =
  | { kind: 'visitor' }
  | { kind: 'family' }
  | { kind: 'student' | 'teacher' | 'office'; id: string }
  /** Somebody of the platform who visits: sees what is published at the school, and nothing that a child keeps back. */
  | { kind: 'guest'; id: string }
  /** Has the pass of an order: sees what was bought by it as whom it was bought, once it is downloaded. */
  | { kind: 'buyer'; order_id: string; reads_as: 'visitor' | 'family' };

/** Whether the reader sees works as a stranger does. */
export function isStranger(reader: Reader): boolean {
  return reader.kind === 'visitor' || (reader.kind === 'buyer' && reader.reads_as === 'visitor');
}

export function readerOf(
  actor: Pick<Actor, 'id' | 'role' | 'guest' | 'champion'> | null,
  isFamily: boolean,
): Reader {
  if (!actor || actor.champion !== undefined) return { kind: isFamily ? 'family' : 'visitor' };
  const { id, role, guest } = actor;
  if (guest !== undefined) return { kind: 'guest', id };
  if (role === 'parent') return { kind: 'family' };
  if (seesWholeSchool(role) || role === product.platformRole) return { kind: 'office', id };
  return { kind: role === 'teacher' ? 'teacher' : 'student', id };
}

/** Ids of the children who stand in a class of a teacher. */
function childrenOf(tenantId: string, teacherId: string): RawBuilder<unknown> {
  return sql`
    select place.student_id from class_teachers as taught
    join enrollments as place on place.tenant_id = ${tenantId}
      and place.school_class_id = taught.school_class_id and place.ended_at is null
    where taught.tenant_id = ${tenantId} and taught.teacher_id = ${teacherId}`;
}

/** Whether the reader looks after the person of a column: then they are told who it is, and see all that the person makes. */
export function looksAfter(
  reader: Reader,
  tenantId: string,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> {
  switch (reader.kind) {
    case 'office':
      return sql`true`;
    case 'teacher':
      return sql`(${person} in (${childrenOf(tenantId, reader.id)}))`;
    default:
      return sql`false`;
  }
}

/** Whether a work is for its author and those who look after them alone, by what the author wishes and by the author's privacy. */
function isPrivate(tenantId: string): RawBuilder<boolean> {
  return sql`(work.visibility = 'private' or coalesce(work.author_id in (
    select student.id from students as student
    where student.tenant_id = ${tenantId} and student.privacy_preference = 'private'
  ), false))`;
}

/**
 * Who may see a work once it is published: the least of what its author wishes for it, of what the author's privacy allows,
 * and of what a guardian allowed: without a permission that is recorded, no work of a child is public. A work of an adult, or
 * of nobody here, has no limit but its own.
 */
export function audienceOf(tenantId: string): RawBuilder<'private' | 'community' | 'public'> {
  return sql`(case
    when ${isPrivate(tenantId)} then 'private'
    when work.visibility = 'community' or work.author_id in (
      select student.id from students as student
      where student.tenant_id = ${tenantId} and (student.privacy_preference <> 'public' or not exists (
        select from guardian_permissions as permission
        where permission.tenant_id = ${tenantId} and permission.student_id = student.id
          and permission.purpose = 'public' and permission.ended_at is null
      ))
    ) then 'community'
    else 'public'
  end)`;
}

/**
 * The one rule of who sees which work; of a row that a query calls `work`. Authors see their own works and whoever looks after
 * them sees them too, in any state; everybody else what is published for an audience that they belong to.
 */
export function visibleTo(reader: Reader, tenantId: string): RawBuilder<boolean> {
  if (reader.kind === 'office') return sql`true`;
  if (reader.kind === 'buyer')
    return sql`(${visibleTo({ kind: reader.reads_as }, tenantId)} and work.id in (
      select line.work_id from order_lines as line
      where line.tenant_id = ${tenantId} and line.order_id = ${reader.order_id} and line.kind = 'digital'
        and line.fulfilment = 'ready' and line.downloaded_at is not null
    ))`;
  if (reader.kind === 'visitor')
    return sql`(work.state = 'published' and ${audienceOf(tenantId)} = 'public')`;
  // What is not private is for all of these; for whom else it is need not be asked.
  const published = sql`(work.state = 'published' and not ${isPrivate(tenantId)})`;
  if (reader.kind === 'family' || reader.kind === 'guest') return sql`${published}`;
  const author = sql`work.author_id`;
  return sql`(${published} or ${author} = ${reader.id} or ${looksAfter(reader, tenantId, author)})`;
}

/** The full name of the person of a column, who may be gone; null for nobody. */
export function fullNameOf(tenantId: string, person: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select trim(named.first_name || ' ' || named.last_name) from users as named
    where named.tenant_id = ${tenantId} and named.id = ${person})`;
}

/**
 * The purpose for which a child's asset needs a guardian's word of its own before strangers see or hear it, null where it needs
 * none; of rows that a query calls `asset` and `work`. It hangs on how the author made it, never on the type of its file: all that
 * they sent needs it but what was drawn in the app. What the school put there was sent by nobody. See decision 48.
 */
export function purposeOfAsset(tenantId: string): RawBuilder<Extract<Purpose, 'voice' | 'picture'> | null> {
  return sql`(case
    when asset.media_type like 'audio/%' then 'voice'
    when exists (
      select from sent_pictures as sent
      where sent.tenant_id = ${tenantId} and sent.work_id = work.id and sent.sha256 = asset.sha256
        and sent.made = 'photograph'
    ) then 'picture'
  end)`;
}

/** Whether an asset of a work may be seen or heard by strangers where the work is public; of rows as in `purposeOfAsset`. */
function mayBePublic(tenantId: string): RawBuilder<boolean> {
  return sql`(${purposeOfAsset(tenantId)} is null or not exists (
    select from students as student
    where student.tenant_id = ${tenantId} and student.id = work.author_id and not exists (
      select from guardian_permissions as permission
      where permission.tenant_id = ${tenantId} and permission.student_id = student.id
        and permission.ended_at is null
        and permission.purpose = ${purposeOfAsset(tenantId)}
    )
  ))`;
}

/** Who may see or hear an asset in a work, once that is published: those who see the work, or fewer. */
export function assetAudienceOf(tenantId: string): RawBuilder<'private' | 'community' | 'public'> {
  const audience = audienceOf(tenantId);
  return sql`(case when ${audience} = 'public' and not ${mayBePublic(tenantId)} then 'community' else ${audience} end)`;
}

/** The same rule for one reader, of a work that the reader may see. */
export function assetVisibleTo(reader: Reader, tenantId: string): RawBuilder<boolean> {
  return isStranger(reader) ? mayBePublic(tenantId) : sql`true`;
}

/**
 * Who sees what adults of the place share; of rows that a query calls `resource`. Staff see all of it, children and families what is
 * for the school, visitors what is for everybody.
 */
export function resourceVisibleTo({ kind }: Reader): RawBuilder<boolean> {
  if (kind === 'office' || kind === 'teacher' || kind === 'guest') return sql`true`;
  return kind === 'visitor' || kind === 'buyer'
    ? sql`(resource.audience = 'public')`
    : sql`(resource.audience <> 'staff')`;
}

/**
 * Whether a work of a row that a query calls `work` is the reader's own, or of somebody whom the reader looks after. Those are told
 * who the author is, beyond a pen name or a first name, and staff answer for it.
 */
export function isCloseTo(reader: Reader, tenantId: string): RawBuilder<boolean> {
  const author = sql`work.author_id`;
  const own = 'id' in reader ? sql`coalesce(${author} = ${reader.id}, false)` : sql`false`;
  return sql`(${own} or ${looksAfter(reader, tenantId, author)})`;
}

/** Whether the reader stands in a class or runs it, so that they may ask what was made there. */
export function belongsToClass(
  reader: Reader,
  tenantId: string,
  classId: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  switch (reader.kind) {
    case 'office':
    case 'guest':
      return sql`true`;
    case 'teacher':
      return sql`exists (
        select from class_teachers as taught where taught.tenant_id = ${tenantId}
          and taught.teacher_id = ${reader.id} and taught.school_class_id = ${classId})`;
    case 'student':
      return sql`exists (
        select from enrollments as place where place.tenant_id = ${tenantId}
          and place.student_id = ${reader.id} and place.school_class_id = ${classId} and place.ended_at is null)`;
    default:
      return sql`false`;
  }
}
