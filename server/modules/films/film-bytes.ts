import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { filmLimits } from '#contract/content/films.schema.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { ByteRange } from '#server/platform/media-store.ts';
import type { Media } from '#server/platform/media.ts';
import { readSlice } from './films.repository.ts';

/** Bytes that are read out of a row at once. */
const sliceBytes = 256 * 1024;

/** A film, and the tenant that asks: a school reads those of the platform. */
export interface FilmToRead {
  tenant_id: string;
  id: string;
  askedBy: string;
}

class FilmGoneError extends Error {
  override readonly name = 'FilmGoneError';
}

export type FilmBytes = ReturnType<typeof createFilmBytes>;

/** Reads films piece by piece: as much as one slice is in memory, however large the film is and however slowly somebody takes it. */
export function createFilmBytes({ database, media }: { database: Database; media: Media }) {
  /** @throws FilmGoneError where it is taken down, in the middle of it too */
  async function* pieces(film: FilmToRead, { from, to }: ByteRange): AsyncGenerator<Buffer> {
    let at = from;
    while (at <= to) {
      const n = Math.floor(at / filmLimits.partBytes);
      const inPart = at - n * filmLimits.partBytes;
      const left = Math.min(filmLimits.partBytes - inPart, to - at + 1);
      // In a transaction of its own: nobody who watches holds a connection.
      const found = await inTenant(database, film.askedBy, (transaction) =>
        readSlice(
          transaction,
          { tenantId: film.tenant_id, filmId: film.id, n },
          { from: inPart, length: Math.min(sliceBytes, left) },
        ),
      );
      if (!found) throw new FilmGoneError('The film was taken down');
      if (found.slice) {
        if (found.slice.length === 0) throw new FilmGoneError('A part of the film is shorter than it was');
        yield found.slice;
        at += found.slice.length;
        continue;
      }
      const ref = { tenantId: film.tenant_id, sha256: found.sha256.toString('hex'), content: null };
      const opened = await media.open(ref, { from: inPart, to: inPart + left - 1 });
      const end = at + left;
      for await (const piece of opened as AsyncIterable<Buffer>) {
        yield piece;
        at += piece.length;
      }
      if (at !== end) throw new FilmGoneError('A part of the film has another length than it had');
    }
  }

  return {
    /** @throws Problem `request.unavailable` while the store of media is away */
    async open(film: FilmToRead, range: ByteRange): Promise<Readable> {
      const all = pieces(film, range);
      // The first piece shows whether it can be read at all: after it the status is sent.
      const first = await all.next();
      return Readable.from(
        (async function* () {
          if (!first.done) yield first.value;
          yield* all;
        })(),
        { objectMode: false },
      );
    },

    read: async (film: FilmToRead, range: ByteRange): Promise<Buffer> =>
      await buffer(Readable.from(pieces(film, range), { objectMode: false })),
  };
}
