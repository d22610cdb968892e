import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import {
  folderOf,
  keyOf,
  MediaAwayError,
  type MediaRef,
  type MediaStore,
  type StoredMedia,
} from './media-store.ts';

/** Milliseconds until a store that says nothing is taken to be away. */
const answersWithin = 10_000;
/** After so many failures in a row nobody waits for it, for so many milliseconds: a store that is away holds nobody up. */
const failuresInRow = 3;
const restFor = 5_000;

export interface S3Settings {
  bucket: string;
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** What stands in the elements of a name. Answers of a list have no attributes and no such element in itself. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'gu'))].map(([, text = '']) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|apos);/gu, (entity) => entities[entity] ?? entity),
  );
}

/** Media in any store that speaks the protocol of S3, addressed by path. */
export function openS3(settings: S3Settings): MediaStore {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = `${endpoint.replace(/\/$/u, '')}/${encodeURIComponent(bucket)}`;
  let failures = 0;
  let restsUntil = 0;

  function failed(reason: string, cause?: unknown): MediaAwayError {
    failures += 1;
    if (failures >= failuresInRow) restsUntil = performance.now() + restFor;
    return new MediaAwayError(`The store of media ${reason}`, { cause });
  }

  async function ask(
    url: string,
    request: { method: string; headers?: Record<string, string>; body?: Buffer },
  ): Promise<Response> {
    if (performance.now() < restsUntil) throw new MediaAwayError('The store of media is given a rest');
    const response = await client
      .fetch(url, {
        ...request,
        body: request.body ? new Uint8Array(request.body) : null,
        signal: AbortSignal.timeout(answersWithin),
      })
      .catch((error: unknown) => {
        throw failed('cannot be reached', error);
      });
    if (response.ok || response.status === 404) {
      failures = 0;
      return response;
    }
    await response.body?.cancel();
    throw failed(`answered ${response.status}`);
  }

  const at = (ref: MediaRef) => `${base}/${keyOf(ref)}`;

  return {
    kind: 's3',

    async put(ref, content, mediaType) {
      const headers = {
        'content-type': mediaType,
        // The store refuses what arrives otherwise.
        'x-amz-content-sha256': ref.sha256,
      };
      const response = await ask(at(ref), { method: 'PUT', headers, body: content });
      await response.body?.cancel();
      if (response.status === 404) throw failed('has no such bucket');
    },

    async open(ref, range) {
      const headers = range ? { range: `bytes=${range.from}-${range.to}` } : {};
      const response = await ask(at(ref), { method: 'GET', headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (response.status !== (range ? 206 : 200) || !response.body) {
        await response.body?.cancel();
        throw failed(`answered ${response.status} to a part`);
      }
      return Readable.fromWeb(response.body);
    },

    async link(ref, { mediaType, seconds }) {
      const query = new URLSearchParams({
        'X-Amz-Expires': String(seconds),
        'response-cache-control': `private, max-age=${seconds}`,
        'response-content-disposition': 'inline',
        'response-content-type': mediaType,
      });
      const signed = await client.sign(`${at(ref)}?${query.toString()}`, { aws: { signQuery: true } });
      return new URL(signed.url);
    },

    async remove(ref) {
      const response = await ask(at(ref), { method: 'DELETE' });
      await response.body?.cancel();
    },

    async *list(tenantId): AsyncGenerator<StoredMedia> {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: folderOf(tenantId),
          ...(token !== undefined && { 'continuation-token': token }),
        });
        const response = await ask(`${base}?${query.toString()}`, { method: 'GET' });
        if (response.status === 404) throw failed('has no such bucket');
        const xml = await response.text();
        for (const object of elements(xml, 'Contents')) {
          const sha256 = elements(object, 'Key')[0]?.split('/').at(-1) ?? '';
          yield { sha256, bytes: Number(elements(object, 'Size')[0]) };
        }
        [token] = elements(xml, 'NextContinuationToken');
      } while (token !== undefined);
    },
  };
}
