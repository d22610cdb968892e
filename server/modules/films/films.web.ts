import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import { ContentKind, Slug } from '#contract/content/content.schema.ts';
import { captionsFile, readCaptions } from '#contract/content/webvtt.rules.ts';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { Language } from '#contract/works/works.schema.ts';
import { sendRange } from '#server/platform/byte-range.ts';
import type { Clock } from '#server/platform/clock.ts';
import { fileAlone } from '#server/platform/content-security-policy.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { HostTenant } from '#server/platform/route.ts';
import type { ContentService } from '../content/content.service.ts';
import type { FilmBytes } from './film-bytes.ts';
import type { FilmRow } from './films.repository.ts';
import type { FilmService } from './films.service.ts';

/** A page and the name of one of its films. */
const OnPage = v.object({ kind: ContentKind, slug: Slug, filmId: Id });
const InLanguage = v.object({ language: v.optional(Language) });
const ByTicket = v.object({ ticket: v.pipe(v.string(), v.maxLength(1000)) });

type Captioned = NonNullable<Extract<ContentBlock, { kind: 'film' }>['video']>;

/**
 * Serves films and their captions. A page fetches them without a token, so they are asked for as a visitor would: by the page that shows
 * them, each part anew. So a page that is taken down, hidden or not live yet takes its films along.
 */
export function serveFilms(
  app: FastifyInstance,
  options: {
    database: Database;
    clock: Clock;
    content: Pick<ContentService, 'findFilm'>;
    films: Pick<FilmService, 'findByTicket'>;
    bytes: FilmBytes;
    findTenant: (host: string | undefined) => Promise<HostTenant>;
  },
): void {
  const { database, clock, content, films, bytes, findTenant } = options;

  async function find(
    request: FastifyRequest,
  ): Promise<{ film: FilmRow; video: Captioned; tenantId: string } | null> {
    const on = v.safeParse(OnPage, request.params);
    const { output: query, success } = v.safeParse(InLanguage, request.query);
    if (!on.success || !success) return null;
    const tenant = await findTenant(request.host);
    const { filmId, ...page } = on.output;
    const found = await inTenant(database, tenant.id, (transaction) =>
      content.findFilm(
        { ...page, ...query, filmId },
        { transaction, tenantId: tenant.id, reader: 'visitor', now: clock.now() },
      ),
    );
    return found && { ...found, tenantId: tenant.id };
  }

  function withHeaders(reply: FastifyReply, keeping: string): FastifyReply {
    return reply
      .header(headers.product, '1')
      .header('cache-control', keeping)
      .header('content-disposition', 'inline')
      .header('content-security-policy', fileAlone)
      .header('x-robots-tag', 'noindex')
      .header('x-content-type-options', 'nosniff');
  }

  async function gone(reply: FastifyReply) {
    void reply.header('cache-control', 'no-store');
    return reply.callNotFound();
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { film, askedBy, keeping }: { film: FilmRow; askedBy: string; keeping: string },
  ) {
    // A film is never changed: another one has another id.
    const etag = `"${film.id}"`;
    void withHeaders(reply, keeping).header('etag', etag).header('accept-ranges', 'bytes').type('video/mp4');
    if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
    const isSame = (request.headers['if-range'] ?? etag) === etag;
    return await sendRange(reply, isSame ? request.headers.range : undefined, {
      bytes: film.bytes,
      open: async (range) =>
        // Without a body, and still with its length.
        request.method === 'HEAD'
          ? Readable.from([])
          : await bytes.open({ ...film, askedBy }, range ?? { from: 0, to: film.bytes - 1 }),
    });
  }

  app.get(`${apiPrefix}/content/:kind/:slug/films/:filmId`, async (request, reply) => {
    const found = await find(request);
    if (!found) return await gone(reply);
    const { film, tenantId } = found;
    return await send(request, reply, { film, askedBy: tenantId, keeping: 'public, no-cache' });
  });

  app.get(`${apiPrefix}/content/:kind/:slug/films/:filmId/captions`, async (request, reply) => {
    const found = await find(request);
    const cues = found && readCaptions(found.video.captions).cues;
    if (!cues) return await gone(reply);
    return await withHeaders(reply, 'public, no-cache')
      .type('text/vtt; charset=utf-8')
      .send(captionsFile(cues));
  });

  app.get<{ Params: { filmId: string } }>(`${apiPrefix}/v1/films/:filmId`, async (request, reply) => {
    const query = v.safeParse(ByTicket, request.query);
    const tenant = await findTenant(request.host);
    const film =
      query.success &&
      (await films.findByTicket(request.params.filmId, {
        ticket: query.output.ticket,
        tenantId: tenant.id,
        now: clock.now(),
      }));
    if (!film) return await gone(reply);
    return await send(request, reply, { film, askedBy: tenant.id, keeping: 'private, no-cache' });
  });
}
