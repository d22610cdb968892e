import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits, partsOf, type Film } from '#contract/content/films.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { Problem } from '#contract/kit/problem.ts';
import { quotaProblems } from '#contract/kit/quota.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { openTicket, sealTicket } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { admitMedia, readStanding } from '#server/platform/usage.ts';
import type { findPage, lockPage, PageRow } from '../content-editing/editor.repository.ts';
import type { FilmBytes } from './film-bytes.ts';
import * as repository from './films.repository.ts';
import { FilmError, inspectMp4, type FilmFacts } from './mp4.ts';

type Parsed<Name extends keyof typeof filmEndpoints> = EndpointParsed<(typeof filmEndpoints)[Name]>;
type EditorCall = Call<Actor>;

/** Milliseconds for which an editor's address of a film is good. */
const watchedFor = 6 * 60 * 60 * 1000;
const Watched = v.object({ film_id: v.string() });

/** What was found out about a film that was sent; null: it was looked at before. */
export type Looked = FilmFacts | null;

export type FilmService = ReturnType<typeof createFilmService>;

/** Films of the pages of the tenant whose host was asked. */
export function createFilmService(options: {
  database: Database;
  secretKey: SecretKey;
  bytes: FilmBytes;
  /** Pages as their editors have them. */
  pages: { findPage: typeof findPage; lockPage: typeof lockPage };
}) {
  const { database, bytes, pages } = options;
  const key = options.secretKey.sealing('films that editors watch');
  const contextOf = (tenantId: string) => `film ${tenantId}`;

  async function show(
    transaction: TenantTransaction,
    film: repository.FilmRow,
    watch: string | null = null,
  ): Promise<Film> {
    const parts = await repository.listParts(transaction, film.tenant_id, film.id);
    const { id, seconds, width, height } = film;
    return {
      id,
      bytes: film.bytes,
      parts: parts.map((part) => ({ n: part.n, sha256: part.sha256.toString('hex') })),
      ready_at: film.ready_at?.toISOString() ?? null,
      seconds,
      width,
      height,
      watch,
    };
  }

  /** @throws Problem `content.not_found` */
  async function filmOf(
    transaction: TenantTransaction,
    tenantId: string,
    { id, filmId }: { id: string; filmId: string },
    find = repository.findFilm,
  ): Promise<repository.FilmRow> {
    const film = await find(transaction, tenantId, filmId);
    if (film?.page_id !== id) throw new Problem(contentProblems.not_found);
    return film;
  }

  async function note(action: AuditAction<'content'>, page: PageRow, call: EditorCall): Promise<void> {
    await audit(call.transaction, {
      tenant_id: call.tenant.id,
      actor_id: call.actor.id,
      action,
      subject_id: page.id,
      details: { name: page.slug },
    });
  }

  return {
    /** @throws Problem `content.not_found`, `content.too_many_films`, `quota.full` */
    async begin({ params, body }: Parsed<'begin'>, call: EditorCall): Promise<Film> {
      const { transaction, tenant, actor, now } = call;
      const page = await pages.lockPage(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      const film = {
        tenant_id: tenant.id,
        page_id: page.id,
        bytes: body.bytes,
        first_part: Buffer.from(body.first_part, 'hex'),
      };
      const begun = await repository.findUnfinished(transaction, film);
      if (begun) return await show(transaction, begun);
      if ((await repository.countFilms(transaction, tenant.id, page.id)) >= filmLimits.perPage)
        throw new Problem(contentProblems.too_many_films);
      // Said before minutes of sending; each part is counted when it arrives.
      const standing = await readStanding(transaction, tenant.id, now);
      if (standing.bytes + body.bytes > standing.media_bytes) throw new Problem(quotaProblems.full);
      const id = uuidv7();
      await repository.addFilm(transaction, { ...film, id, made_by: actor.id, created_at: now });
      return await show(transaction, await filmOf(transaction, tenant.id, { id: page.id, filmId: id }));
    },

    /** @throws Problem `content.not_found`, `content.broken_part`, `quota.full` */
    async sendPart({ params, body }: Parsed<'sendPart'>, call: OpenCall<Actor>): Promise<{ n: number }> {
      const { tenant, now } = call;
      const { n } = params;
      const content = Buffer.from(await body.part.arrayBuffer());
      const hash = sha256(content);
      const broken = () => new Problem(contentProblems.broken_part);
      if (hash.toString('hex') !== body.sha256) throw broken();
      return await inTenant(database, tenant.id, async (transaction) => {
        const film = await filmOf(transaction, tenant.id, params, repository.lockFilm);
        // What was looked at stays as it was.
        if (film.ready_at) throw new Problem(contentProblems.not_found);
        const last = partsOf(film.bytes) - 1;
        const length = n < last ? filmLimits.partBytes : film.bytes - last * filmLimits.partBytes;
        if (n > last || content.length !== length) throw broken();
        const parts = await repository.listParts(transaction, tenant.id, film.id);
        const before = parts.find((part) => part.n === n);
        if (before?.sha256.equals(hash)) return { n };
        await admitMedia(transaction, tenant.id, { bytes: content.length, now });
        const part = { tenant_id: tenant.id, film_id: film.id, n, sha256: hash, content };
        await repository.putPart(transaction, { ...part, bytes: content.length });
        return { n };
      });
    },

    /**
     * Looks at the film before any transaction, as that takes a while. One that is refused is thrown away.
     * @throws Problem `content.not_found`, `content.parts_missing`, `content.unreadable_film`
     */
    async look({ params }: Parsed<'finish'>, { tenant }: OpenCall<Actor>): Promise<Looked> {
      const film = await inTenant(database, tenant.id, async (transaction) => {
        const found = await filmOf(transaction, tenant.id, params);
        const parts = await repository.listParts(transaction, tenant.id, found.id);
        if (parts.length !== partsOf(found.bytes)) throw new Problem(contentProblems.parts_missing);
        return found;
      });
      if (film.ready_at) return null;
      try {
        return await inspectMp4(film.bytes, (range) => bytes.read({ ...film, askedBy: tenant.id }, range));
      } catch (error) {
        if (!(error instanceof FilmError)) throw error;
        await inTenant(database, tenant.id, (transaction) =>
          repository.deleteFilm(transaction, tenant.id, film.id),
        );
        const { message } = error;
        throw new Problem(contentProblems.unreadable_film, { error: message, errors: { film: [message] } });
      }
    },

    /** @throws Problem `content.not_found`, `content.parts_missing` */
    async finish({ params }: Parsed<'finish'>, call: EditorCall, looked: Looked): Promise<Film> {
      const { transaction, tenant, now } = call;
      const page = await pages.lockPage(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      const film = await filmOf(transaction, tenant.id, params, repository.lockFilm);
      if (looked && !film.ready_at) {
        await repository.setReady(transaction, tenant.id, { id: film.id, ...looked, ready_at: now });
        await note('content.film_sent', page, call);
      }
      return await show(transaction, await filmOf(transaction, tenant.id, params));
    },

    /** @throws Problem `content.not_found` */
    async read({ params }: Parsed<'read'>, { transaction, tenant, now }: EditorCall): Promise<Film> {
      const film = await filmOf(transaction, tenant.id, params);
      if (!film.ready_at) return await show(transaction, film);
      const { ticket } = sealTicket(
        key,
        { film_id: film.id },
        { context: contextOf(tenant.id), until: new Date(now.getTime() + watchedFor) },
      );
      return await show(transaction, film, `${apiPrefix}/v1/films/${film.id}?ticket=${ticket}`);
    },

    /** @throws Problem `content.not_found` */
    async remove({ params }: Parsed<'remove'>, call: EditorCall): Promise<{ id: string }> {
      const { transaction, tenant } = call;
      const page = await pages.findPage(transaction, tenant.id, params.id);
      const film = await filmOf(transaction, tenant.id, params, repository.lockFilm);
      if (!page || !(await repository.deleteFilm(transaction, tenant.id, film.id)))
        throw new Problem(contentProblems.not_found);
      await note('content.film_taken_down', page, call);
      return { id: film.id };
    },

    /** The film that a ticket of an editor is for; null where it is none of ours, over, or the film is gone. */
    async findByTicket(
      filmId: string,
      { ticket, tenantId, now }: { ticket: string; tenantId: string; now: Date },
    ): Promise<repository.FilmRow | null> {
      const watched = openTicket(Watched, key, { ticket, context: contextOf(tenantId), now });
      if (watched?.film_id !== filmId) return null;
      const film = await inTenant(database, tenantId, (transaction) =>
        repository.findFilm(transaction, tenantId, filmId),
      );
      return film?.ready_at ? film : null;
    },
  };
}
