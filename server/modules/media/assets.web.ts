import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import type { Visibility } from '#contract/works/works.schema.ts';
import { sendRange } from '#server/platform/byte-range.ts';
import { drawingAlone } from '#server/platform/content-security-policy.ts';
import type { Media } from '#server/platform/media.ts';
import type { ReadForRequest } from '../works/request-reading.web.ts';
import { findAsset } from '../works/work-parts.repository.ts';

/**
 * Who keeps it. It is asked for again each time, as its work may be taken down and a guardian may take the word back at any
 * moment; that costs no more than a question where it is still allowed. What is nobody's but its author's is kept nowhere, as
 * others use the same tablet.
 */
const keeping: Readonly<Record<Visibility, string>> = {
  public: 'public, no-cache',
  community: 'private, no-cache',
  private: 'no-store',
};

/**
 * A picture or a sound of a page, which follows to another host by itself. A tablet that fetches with a token would show that there, and a drawing
 * needs the policy that we send with it.
 */
function mayFollow({ headers: sent }: FastifyRequest, mediaType: string): boolean {
  const isElement = sent['sec-fetch-mode'] === 'no-cors' && sent.authorization === undefined;
  return isElement && mediaType !== 'image/svg+xml';
}

/**
 * Serves the pictures and recordings of works, by the rule that their works are read by. Under the API, because there the cookie of families
 * goes along; what is not public is fetched with a token.
 */
export function serveAssets(
  app: FastifyInstance,
  options: {
    readFor: ReadForRequest;
    media: Media;
    /** Seconds for which a cache that many share may keep what is public without asking; 0: it always asks. */
    publicSeconds?: number;
  },
): void {
  const { readFor, media, publicSeconds = 0 } = options;
  app.get<{ Params: { sha256: string } }>(`${apiPrefix}/assets/:sha256`, async (request, reply) => {
    const { sha256 } = request.params;
    const etag = `"${sha256}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    if (!/^[0-9a-f]{64}$/u.test(sha256)) return reply.callNotFound();
    const asset = await readFor(request, reply, (at) => findAsset(at, sha256, { isKnown }), true);
    if (!asset) {
      void reply.header('cache-control', 'no-store');
      return reply.callNotFound();
    }
    const { audience, media_type, bytes } = asset;
    const isShared = audience === 'public' && publicSeconds > 0;
    // What everybody may have is the same for everybody.
    if (!isShared) void reply.header('vary', 'authorization, cookie');
    void reply
      .header(headers.product, '1')
      .header('cache-control', isShared ? `public, max-age=${publicSeconds}` : keeping[audience ?? 'private'])
      .header('etag', etag)
      .header('content-disposition', 'inline')
      .header('x-robots-tag', 'noindex, noimageindex')
      .header('x-content-type-options', 'nosniff');
    if (media_type === 'image/svg+xml') void reply.header('content-security-policy', drawingAlone);
    if (isKnown) return await reply.status(304).send();
    const link = mayFollow(request, media_type)
      ? await media.link(asset, { mediaType: media_type, bytes })
      : null;
    // Asked for anew each time: the address is good for a minute, and the right to it may end.
    if (link)
      return await reply.removeHeader('etag').header('cache-control', 'no-store').redirect(link.href, 302);
    void reply.type(media_type);
    if (!media_type.startsWith('audio/'))
      return await reply.header('content-length', bytes).send(await media.open(asset));
    // Some browsers play nothing that they cannot fetch in parts.
    void reply.header('accept-ranges', 'bytes');
    return await sendRange(reply, request.headers.range, {
      bytes,
      open: (range) => media.open(asset, range ?? undefined),
    });
  });
}
