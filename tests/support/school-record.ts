import pg from 'pg';
import type { ServerProcess } from './server-process.ts';

export interface RecordedStudent {
  id: string;
  name: string;
  privacy: string;
  archived: boolean;
}

/** What somebody did to students, as the server wrote it down in the transaction that did it. */
export interface RecordedChange {
  action: string;
  /** The student; of added ones the class. */
  subject_id: string;
  details: Record<string, unknown>;
}

/** What the server really holds: read from its own database, past everything that could pretend. */
export class SchoolRecord {
  constructor(
    private readonly server: ServerProcess,
    private readonly subdomain: string,
  ) {}

  /** The students of a class in the order in which they came to it. */
  async studentsIn(classCode: string): Promise<RecordedStudent[]> {
    return await this.#query<RecordedStudent>(
      `select student.id, concat_ws(' ', person.first_name, nullif(person.last_name, '')) as name,
         student.privacy_preference as privacy, person.archived_at is not null as archived
       from enrollments enrollment
       join students student on student.id = enrollment.student_id
       join users person on person.id = student.id
       join school_classes class on class.id = enrollment.school_class_id
       join tenants tenant on tenant.id = enrollment.tenant_id
       where tenant.subdomain = $1 and class.class_id = $2 and enrollment.ended_at is null
       order by enrollment.position`,
      [classCode],
    );
  }

  /** What this person did to students, in the order in which it took effect. */
  async changesBy(email: string): Promise<RecordedChange[]> {
    return await this.#query<RecordedChange>(
      `select entry.action, entry.subject_id, entry.details
       from audit_entries entry
       join users person on person.id = entry.actor_id
       join tenants tenant on tenant.id = entry.tenant_id
       where tenant.subdomain = $1 and person.email = $2 and entry.action like 'students.%'
       order by entry.id`,
      [email],
    );
  }

  /** What a child chose and wrote of itself. */
  async ownThingsOf(studentId: string): Promise<{ avatar: string | null; about_me: string | null }> {
    const [found] = await this.#query<{ avatar: string | null; about_me: string | null }>(
      `select person.avatar, person.about_me
       from users person
       join tenants tenant on tenant.id = person.tenant_id
       where tenant.subdomain = $1 and person.id = $2`,
      [studentId],
    );
    if (!found) throw new Error('The school has no such child.');
    return found;
  }

  /** The pictures that were sent for a story, in no order. */
  async picturesOf(title: string): Promise<{ sha256: string; bytes: Buffer }[]> {
    return await this.#query<{ sha256: string; bytes: Buffer }>(
      `select encode(sent.sha256, 'hex') as sha256, asset.content as bytes
       from sent_pictures sent
       join assets asset on asset.tenant_id = sent.tenant_id and asset.sha256 = sent.sha256
       join works work on work.tenant_id = sent.tenant_id and work.id = sent.work_id
       join tenants tenant on tenant.id = sent.tenant_id
       where tenant.subdomain = $1 and work.title = $2`,
      [title],
    );
  }

  /** The pictures that stand in a story, in their order. */
  async picturesShownIn(title: string): Promise<{ sha256: string; alt: string }[]> {
    return await this.#query<{ sha256: string; alt: string }>(
      `select node.value #>> '{attrs,sha256}' as sha256, node.value #>> '{attrs,alt}' as alt
       from chapters chapter
       join works work on work.tenant_id = chapter.tenant_id and work.id = chapter.work_id
       join tenants tenant on tenant.id = work.tenant_id
       cross join lateral jsonb_array_elements(chapter.document -> 'content') with ordinality as node(value, place)
       where tenant.subdomain = $1 and work.title = $2 and node.value ->> 'type' = 'picture'
       order by chapter.place, node.place`,
      [title],
    );
  }

  async #query<Row extends pg.QueryResultRow>(text: string, values: readonly string[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: await this.server.databaseUrl() });
    await client.connect();
    try {
      return (await client.query<Row>(text, [this.subdomain, ...values])).rows;
    } finally {
      await client.end();
    }
  }
}
