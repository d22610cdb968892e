import type { QueryResult, QueryResultRow } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type Scope, scopeOf } from '#contract/sync/sync.schema.ts';
import { lockClasses } from '#server/modules/classes/class-places.repository.ts';
import { AccessTokens } from '#server/modules/identity/access-tokens.ts';
import { insertSession } from '#server/modules/identity/sessions.repository.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type TenantTransaction } from '#server/platform/database.ts';
import {
  type MadeTenant,
  makeCategory,
  makeClass,
  makeMember,
  makeStudents,
  makeTenant,
  makeWorks,
} from '#server/seeds/factories.ts';
import { pictureId } from '#src/sync/queued.ts';
import { type ApiWorld, type Caller, openApiWorld } from '#tests/support/api-world.ts';
import {
  addLiveVersion,
  makeLiveChallenge,
  makeLiveEvent,
  makeLivePage,
  mostVersions,
} from '#tests/support/content-pages.ts';
import { photograph, type TestPicture } from '#tests/support/pictures.ts';
import { SnapshotModel } from '#tests/support/snapshot-model.ts';
import { testSecretKey } from '#tests/support/test-database.ts';
import { pick } from './change.ts';
import type { Send } from './network.ts';
import {
  type Arrived,
  classesOf,
  type Decided,
  type FreshCopy,
  type Player,
  see,
  type TaughtClass,
} from './world-rows.ts';

const aChild = { first_name: 'Child', last_name: 'Wrenfield' };

/**
 * The real server on a real PostgreSQL. One database serves all histories of a file; each history has two schools of its
 * own: one with two teachers who share a class, an administrator and somebody in the office without a tablet, and another
 * with a teacher.
 */
export class SimulatedWorld {
  readonly #world: ApiWorld;
  readonly #tokens = new AccessTokens(testSecretKey);
  players: readonly Player[] = [];
  readonly album: readonly TestPicture[];
  /** Ids of pages of the platform that one learns from. */
  readonly lessons: readonly string[];
  /** Ids of challenges of the platform. */
  readonly challenges: readonly string[];
  /** Ids of events of the platform that are to come. */
  readonly events: readonly string[];
  /** Newest version of the lessons. */
  #newest = 1;
  /** What is asked past the program, one question after the other: tablets wait for each other here as nowhere else. */
  #asked: Promise<unknown> = Promise.resolve();
  /** Somebody who works without a tablet. */
  #office: Caller = { host: '', access: null };

  private constructor(
    world: ApiWorld,
    {
      album,
      lessons,
      challenges,
      events,
    }: Pick<SimulatedWorld, 'album' | 'lessons' | 'challenges' | 'events'>,
  ) {
    this.#world = world;
    this.album = album;
    this.lessons = lessons;
    this.challenges = challenges;
    this.events = events;
  }

  #look<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const { administrator } = this.#world.testDatabase;
    const answer = this.#asked.then(() => administrator.query<Row>(text, [...values]));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  static async open(): Promise<SimulatedWorld> {
    const world = await openApiWorld();
    // Beside the ledger, and by its own commits: in which order calls were decided and pictures came, and how often.
    await world.testDatabase.administrator.query(`
      create sequence simulator_places;
      create table simulator_decisions (
        place bigint primary key default nextval('simulator_places'),
        user_id uuid not null, mutation_id uuid not null, applied boolean not null
      );
      create function simulator_note() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into simulator_decisions (user_id, mutation_id, applied)
        values (new.user_id, new.mutation_id, new.problem is null);
        return null;
      end $$;
      create trigger simulator_note after insert on sync_calls for each row execute function simulator_note();
      create table simulator_arrivals (
        place bigint primary key default nextval('simulator_places'),
        tenant_id uuid not null, work_id uuid not null, sha256 bytea not null
      );
      create function simulator_arrive() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into simulator_arrivals (tenant_id, work_id, sha256) values (new.tenant_id, new.work_id, new.sha256);
        return null;
      end $$;
      create trigger simulator_arrive after insert on sent_pictures for each row execute function simulator_arrive()`);
    const album = await Promise.all(['tomato', 'olive', 'navy'].map((colour) => photograph(colour)));
    const lessons = [await makeLivePage(world), await makeLivePage(world)];
    const challenges = [await makeLiveChallenge(world), await makeLiveChallenge(world)];
    const events = [await makeLiveEvent(world, { starts_at: new Date('2100-01-01T09:00:00Z') })];
    return new SimulatedWorld(world, { album, lessons, challenges, events });
  }

  /** New schools, with a class for each teacher and one that two of them have in common. */
  async begin(): Promise<void> {
    const { context } = this.#world;
    const [school, other] = [await makeTenant(context), await makeTenant(context)];
    const [shelf, otherShelf] = [await this.#fillShelf(school), await this.#fillShelf(other)];
    const [ada, ben, cleo, olga, dora] = await Promise.all([
      this.#makePlayer(school, 'teacher', shelf),
      this.#makePlayer(school, 'teacher', shelf),
      this.#makePlayer(school, 'school_admin', shelf),
      this.#makePlayer(school, 'school_admin', shelf),
      this.#makePlayer(other, 'teacher', otherShelf),
    ]);
    this.players = [ada, ben, cleo, dora];
    this.#office = olga.caller;
    await this.#makeClass(school, [ada], 2);
    await this.#makeClass(school, [ben], 1);
    await this.#makeClass(school, [ada, ben], 2);
    await this.#makeClass(other, [dora], 2);
  }

  /** Two books of nobody here, and two shelves for stories. */
  async #fillShelf(tenant: MadeTenant): Promise<Pick<Player, 'shelf' | 'categories'>> {
    const book = { kind: 'book', author_id: null } as const;
    const works = await makeWorks(this.#world.context, tenant, [book, book]);
    const categories = [
      await makeCategory(this.#world.context, tenant),
      await makeCategory(this.#world.context, tenant),
    ];
    return { shelf: works.map(({ id }) => id), categories: categories.map(({ id }) => id) };
  }

  async #makePlayer(
    tenant: MadeTenant,
    role: 'teacher' | 'school_admin',
    shelf: Pick<Player, 'shelf' | 'categories'>,
  ): Promise<Player> {
    const { context, clock } = this.#world;
    // Nobody signs in with it: what a password costs is no matter of this.
    const { id } = await makeMember(context, tenant, { role, password_hash: 'none' });
    const created_at = clock.now();
    const expires_at = new Date(created_at.getTime() + limits.sessionDays * 24 * 60 * 60 * 1000);
    const session = { tenant_id: tenant.id, id: uuidv7(), user_id: id, created_at, expires_at };
    await inTenant(context.database, tenant.id, (transaction) => insertSession(transaction, session));
    const access = await this.#tokens.sign({ sub: id, tenant: tenant.id, session: session.id }, clock.now());
    const seesWholeSchool = role === 'school_admin';
    const scopes = [scopeOf.user(id), ...(seesWholeSchool ? [scopeOf.school(tenant.id)] : [])];
    return {
      id,
      tenant_id: tenant.id,
      seesWholeSchool,
      caller: { host: `${tenant.subdomain}.localhost`, access },
      ...shelf,
      scopes: new Set(scopes),
      scopesEver: new Set(scopes),
    };
  }

  async #makeClass(tenant: MadeTenant, teachers: readonly Player[], children: number): Promise<void> {
    const { context } = this.#world;
    const members = teachers.map(({ id, tenant_id }) => ({
      id,
      tenant_id,
      email: '',
      role: 'teacher' as const,
    }));
    const made = await makeClass(context, tenant, { teachers: members });
    await makeStudents(
      context,
      tenant,
      made,
      Array.from({ length: children }, () => aChild),
    );
    for (const player of this.players) {
      const isOwn = player.tenant_id === tenant.id && (player.seesWholeSchool || teachers.includes(player));
      if (isOwn) see(player, scopeOf.schoolClass(made.id));
    }
  }

  readonly send: Send = (request) => this.#world.app.inject({ ...request, method: request.method as 'GET' });

  /** What somebody in the office does, by a plain REST call. @throws where it is refused */
  async inOffice<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<void> {
    await this.#world.call(this.#office, endpoint, input);
  }

  /** The ids of all children of the school that has an office, in the order in which they came. */
  async childrenOfOffice(): Promise<readonly string[]> {
    const { rows } = await this.#look<{ id: string }>(
      `select id from users where tenant_id = $1 and role = 'student' order by id`,
      [this.players[0]?.tenant_id],
    );
    return rows.map(({ id }) => id);
  }

  /** First names that begin so and that more than one child of the players' schools has. */
  async wordsTwice(mark: string): Promise<readonly string[]> {
    const { rows } = await this.#look<{ first_name: string }>(
      `select first_name from users
       where tenant_id = any($1::uuid[]) and role = 'student' and starts_with(first_name, $2)
       group by first_name having count(*) > 1`,
      [[...new Set(this.players.map(({ tenant_id }) => tenant_id))], mark],
    );
    return rows.map(({ first_name }) => first_name);
  }

  /** Classes are made, archived and restored by the players themselves: whose they are is asked of the database. */
  async lookAtClasses(): Promise<void> {
    const { rows } = await this.#look<TaughtClass>(
      `select class.tenant_id, class.id, class.archived_at is not null as archived,
         array(select teacher_id from class_teachers as teaching
           where teaching.tenant_id = class.tenant_id and teaching.school_class_id = class.id) as teachers
       from school_classes as class where class.tenant_id = any($1::uuid[])`,
      [[...new Set(this.players.map(({ tenant_id }) => tenant_id))]],
    );
    for (const player of this.players) {
      for (const { tenant_id, id, archived, teachers } of rows) {
        const scope = scopeOf.schoolClass(id);
        const isOwn =
          tenant_id === player.tenant_id && (player.seesWholeSchool || teachers.includes(player.id));
        if (isOwn) player.scopesEver.add(scope);
        if (isOwn && !archived) player.scopes.add(scope);
        else player.scopes.delete(scope);
      }
    }
  }

  /** Of every scope that any player may see at the moment. One that nothing was ever written to is left out. */
  async versions(): Promise<ReadonlyMap<Scope, number>> {
    await this.lookAtClasses();
    const scopes = [...new Set(this.players.flatMap((player) => [...player.scopes]))];
    const { rows } = await this.#look<{ scope: Scope; version: string }>(
      'select scope, version from scope_versions where scope = any($1::text[])',
      [scopes],
    );
    return new Map(rows.map(({ scope, version }) => [scope, Number(version)]));
  }

  async loseClass(player: Player, which: number): Promise<boolean> {
    await this.lookAtClasses();
    const scope = pick(classesOf(player.scopes), which);
    if (scope === undefined || player.seesWholeSchool) return false;
    const isDone = await this.#reassign(player, scope, (transaction, classId) =>
      transaction
        .deleteFrom('class_teachers')
        .where('tenant_id', '=', player.tenant_id)
        .where('school_class_id', '=', classId)
        .where('teacher_id', '=', player.id)
        .execute(),
    );
    await this.lookAtClasses();
    return isDone;
  }

  async gainClass(player: Player): Promise<boolean> {
    await this.lookAtClasses();
    for (const scope of classesOf(player.scopesEver).filter((each) => !player.scopes.has(each))) {
      const isDone = await this.#reassign(player, scope, (transaction, classId) =>
        transaction
          .insertInto('class_teachers')
          .values({ tenant_id: player.tenant_id, school_class_id: classId, teacher_id: player.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      await this.lookAtClasses();
      if (isDone) return true;
    }
    return false;
  }

  /**
   * One after the other with whoever archives or restores the class at this moment, as the school itself does it: of one that
   * ended nobody says who teaches it.
   */
  async #reassign(
    { tenant_id }: Player,
    scope: Scope,
    work: (transaction: TenantTransaction, classId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const classId = scope.slice('class:'.length);
    return await inTenant(this.#world.context.database, tenant_id, async (transaction) => {
      await lockClasses(transaction, tenant_id, [classId]);
      const { archived_at } = await transaction
        .selectFrom('school_classes')
        .select('archived_at')
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', classId)
        .executeTakeFirstOrThrow();
      if (archived_at !== null) return false;
      await work(transaction, classId);
      await withChanges(transaction, tenant_id, (changes) => changes.put(scope, 'classes', classId));
      return true;
    });
  }

  /** As after a restore from a backup that lost nothing: the data has another life. */
  async changeEpoch(): Promise<void> {
    await this.#look('update installation set epoch = $1', [uuidv7()]);
  }

  /** Editors publish another text of a lesson: what was done of it stays. */
  async publishLesson(which: number): Promise<boolean> {
    const lesson = pick(this.lessons, which);
    if (lesson === undefined || this.#newest >= mostVersions) return false;
    this.#newest += 1;
    await addLiveVersion(this.#world, { id: lesson }, this.#newest);
    return true;
  }

  async freshCopy(player: Player): Promise<FreshCopy> {
    const model = new SnapshotModel();
    for (let page = 0; page < 50; page += 1) {
      const body = { client_id: uuidv7(), user_id: player.id, cursor: model.cursor };
      const answer = await this.#world.call(player.caller, syncEndpoints.pull, { body });
      model.store(answer);
      if (!answer.more && model.cursor) return { cursor: model.cursor, contents: model.contents() };
    }
    throw new Error('The pull has no end');
  }

  /** All that was decided of the players' calls, in order; a call that was decided twice is in it twice. */
  async decisions(): Promise<readonly Decided[]> {
    const { rows } = await this.#look<Decided>(
      `select mutation_id, user_id, applied, place::int from simulator_decisions where user_id = any($1::uuid[]) order by place`,
      [this.players.map(({ id }) => id)],
    );
    return rows;
  }

  /** The pictures and recordings that came for works of the players' schools; one that came twice is in it twice. */
  async arrivals(): Promise<readonly Arrived[]> {
    const { rows } = await this.#look<{
      work_id: string;
      sha256: string;
      place: number;
      isWhole: boolean;
    }>(
      `select came.work_id, encode(came.sha256, 'hex') as sha256, came.place::int,
         sha256(asset.content) = came.sha256 as "isWhole"
       from simulator_arrivals came
       join assets asset on asset.tenant_id = came.tenant_id and asset.sha256 = came.sha256
       where came.tenant_id = any($1::uuid[])`,
      [[...new Set(this.players.map(({ tenant_id }) => tenant_id))]],
    );
    return rows.map(({ work_id, sha256, ...others }) => ({ id: pictureId(work_id, sha256), ...others }));
  }

  /** Takes decisions out of the ledger, as a server does that writes it apart from what it decided. */
  async forgetDecisions(): Promise<void> {
    const ids = this.players.map(({ id }) => id);
    await this.#look('delete from sync_calls where user_id = any($1::uuid[])', [ids]);
    await this.#look('update sync_clients set last_seq = 0 where user_id = any($1::uuid[])', [ids]);
  }

  close(): Promise<void> {
    return this.#world.close();
  }
}
