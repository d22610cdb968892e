import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  MediaAwayError,
  refuseWhileAway,
  type ByteRange,
  type MediaRef,
  type MediaStore,
} from './media-store.ts';
import { metrics } from './metrics.ts';

/** Content as its row has it: null where the bytes are in the store. */
export interface KeptContent extends MediaRef {
  readonly content: Buffer | null;
}

/** Hands out the bytes of rows, wherever they are kept. */
export interface Media {
  /** Null: this installation keeps bytes in rows. */
  readonly store: MediaStore | null;
  /** @throws Problem `request.unavailable` while the store is away */
  read(kept: KeptContent): Promise<Buffer>;
  /**
   * The same as a stream where it comes from the store, or a part of it.
   * @throws Problem `request.unavailable` while the store is away
   */
  open(kept: KeptContent, range?: ByteRange): Promise<Buffer | Readable>;
  /** An address of the store, good for a minute, where this installation hands such out and the bytes are there and many; else null. */
  link(kept: KeptContent, about: { mediaType: string; bytes: number }): Promise<URL | null>;
}

/** Seconds for which an address of the store is good. */
const linkSeconds = 60;
/** Bytes from which on a second way is worth it. */
const linkedFrom = 64 * 1024;

/** A store whose questions are counted and timed. */
function measured(store: MediaStore): MediaStore {
  async function counted<Result>(verb: string, work: () => Promise<Result>): Promise<Result> {
    const ended = metrics.mediaSeconds.startTimer({ store: store.kind, verb });
    try {
      return await work();
    } catch (error) {
      metrics.mediaFailures.inc({ store: store.kind, verb });
      throw error;
    } finally {
      ended();
    }
  }
  return {
    kind: store.kind,
    async put(ref, content, mediaType) {
      await counted('put', () => store.put(ref, content, mediaType));
      metrics.mediaBytes.inc({ store: store.kind, verb: 'put' }, content.length);
    },
    async open(ref, range) {
      const stream = await counted('open', () => store.open(ref, range));
      return stream && countBytes(store, stream);
    },
    ...(store.link && { link: store.link.bind(store) }),
    remove: (ref) => counted('remove', () => store.remove(ref)),
    list: (tenantId) => store.list(tenantId),
  };
}

/** Counts the bytes on their way; what breaks off on one side ends the other. */
function countBytes(store: MediaStore, stream: Readable): Readable {
  const through = new PassThrough();
  through.on('data', (piece: Buffer) =>
    metrics.mediaBytes.inc({ store: store.kind, verb: 'open' }, piece.length),
  );
  stream.on('error', (error) => through.destroy(error));
  through.on('close', () => stream.destroy());
  return stream.pipe(through);
}

/** @param options.redirects whether readers are sent to the store itself */
export function createMedia(
  unmeasured: MediaStore | null,
  { redirects = false }: { redirects?: boolean } = {},
): Media {
  const store = unmeasured && measured(unmeasured);
  async function fetch(ref: MediaRef, range?: ByteRange): Promise<Readable> {
    if (!store) throw new MediaAwayError('Bytes are in a store of media, and MEDIA_STORE names none');
    const stream = await store.open(ref, range);
    if (!stream) throw new MediaAwayError('The store of media has lost something');
    return stream;
  }
  return {
    store,
    async read({ content, ...ref }) {
      if (content) return content;
      return await fetch(ref).then(buffer).catch(refuseWhileAway);
    },
    async open({ content, ...ref }, range) {
      if (content) return range ? content.subarray(range.from, range.to + 1) : content;
      return await fetch(ref, range).catch(refuseWhileAway);
    },
    async link({ content, ...ref }, { mediaType, bytes }) {
      if (!redirects || content || bytes < linkedFrom || !store?.link) return null;
      return await store.link(
        { tenantId: ref.tenantId, sha256: ref.sha256 },
        { mediaType, seconds: linkSeconds },
      );
    },
  };
}
