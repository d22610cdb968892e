import { createHash, type Hash } from 'node:crypto';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Bytes of one piece, as they are kept. */
const pieceBytes = 1024 * 1024;
/** A part that has grown to so many bytes takes no further file. ZIP without its 64-bit extension ends at 4 GB. */
const usualPartBytes = 512 * 1024 * 1024;
/** And at 65,535 files. */
const partFiles = 20_000;

export interface ArchiveSink {
  /** Keeps the next piece of a part. */
  append(part: number, place: number, content: Buffer): Promise<void>;
  endPart(part: { part: number; bytes: number; sha256: Buffer }): Promise<void>;
}

/** A file as it stands in the archive. */
export interface ArchivedFile {
  path: string;
  /** The ZIP that it is in. */
  part: number;
  bytes: number;
  sha256: string;
}

interface Part {
  zip: Zip;
  hash: Hash;
  bytes: number;
  files: number;
  places: number;
}

/**
 * Writes files one after the other into as many ZIPs as they need, and holds no more of them than a piece. A file is in one ZIP as a
 * whole.
 */
export class Archive {
  readonly #sink: ArchiveSink;
  readonly #now: Date;
  readonly #partBytes: number;
  #number = 0;
  #part: Part | null = null;
  /** What the ZIP gave out and nobody has kept yet. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(sink: ArchiveSink, now: Date, partBytes = usualPartBytes) {
    this.#sink = sink;
    this.#now = now;
    this.#partBytes = partBytes;
  }

  /** @param isPacked true for what is compressed already */
  async add(
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    isPacked = false,
  ): Promise<ArchivedFile> {
    const part = await this.#partWithRoom();
    const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    file.mtime = this.#now;
    part.zip.add(file);
    part.files += 1;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      file.push(piece);
      await this.#keep(part, false);
    }
    file.push(new Uint8Array(0), true);
    await this.#keep(part, false);
    return { path, part: this.#number, bytes, sha256: hash.digest('hex') };
  }

  async end(): Promise<void> {
    const part = this.#part;
    if (!part) return;
    this.#part = null;
    part.zip.end();
    await this.#keep(part, true);
    await this.#sink.endPart({ part: this.#number, bytes: part.bytes, sha256: part.hash.digest() });
  }

  async #partWithRoom(): Promise<Part> {
    const isFull = (part: Part) =>
      part.bytes + this.#waitingBytes >= this.#partBytes || part.files >= partFiles;
    if (this.#part && isFull(this.#part)) await this.end();
    this.#part ??= this.#begin();
    return this.#part;
  }

  #begin(): Part {
    this.#number += 1;
    const zip = new Zip((error, data) => {
      if (error) throw error;
      this.#waiting.push(data);
      this.#waitingBytes += data.length;
    });
    return { zip, hash: createHash('sha256'), bytes: 0, files: 0, places: 0 };
  }

  async #keep(part: Part, isLast: boolean): Promise<void> {
    if (this.#waitingBytes < pieceBytes && !isLast) return;
    const content = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let from = 0; from < content.length; from += pieceBytes) {
      const piece = content.subarray(from, from + pieceBytes);
      part.hash.update(piece);
      part.bytes += piece.length;
      await this.#sink.append(this.#number, part.places, piece);
      part.places += 1;
    }
  }
}
