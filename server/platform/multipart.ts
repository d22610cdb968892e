import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { fileLimits, type FileLimit } from '#contract/kit/files.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { sha256 } from './sha256.ts';

/** Bytes of all that is not a file. */
const textBytes = 256 * 1024;
const mostFields = 100;

/** A file as it was sent. Its name and its type are what the sender says, and may be anything. */
class ReceivedFile extends File {
  readonly #digest: string;

  constructor(bytes: Buffer<ArrayBuffer>, name: string, type: string) {
    super([bytes], name, { type });
    this.#digest = sha256(bytes).toString('base64url');
  }

  /** A call that comes again with the same key is the same where the bytes are. */
  toJSON(): { sha256: string } {
    return { sha256: this.#digest };
  }
}

/**
 * The fields of a `multipart/form-data` body, by name. Files are held in memory, so none is read beyond what the endpoint
 * takes; what it does not know is read past. An empty file without a name is what a form sends where none was chosen.
 * @throws Problem 413 for what is too large, 415 for what is not multipart, 400 for what cannot be read
 */
export async function readMultipart(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart())
    throw new Problem(requestProblems.unsupported_type, { error: 'Please send multipart/form-data.' });
  const files = endpoint.body ? fileLimits(endpoint.body) : new Map<string, FileLimit>();
  const largest = Math.max(0, ...[...files.values()].map(({ maximum }) => maximum));
  const all = [...files.values()].reduce((total, { maximum }) => total + maximum, textBytes);
  try {
    // Nobody means to send so much more than fits, so it is not even looked at.
    if (Number(request.headers['content-length'] ?? 0) > 2 * all) throw tooLarge(files);
    return await readParts(request, files, largest);
  } catch (error) {
    // Whoever sends has to be through with it before it hears the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw asProblem(error, files);
  }
}

async function readParts(
  request: FastifyRequest,
  files: ReadonlyMap<string, FileLimit>,
  largest: number,
): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  const parts = request.parts({
    limits: {
      fileSize: largest,
      files: files.size + 1,
      fields: mostFields,
      fieldSize: textBytes,
      parts: mostFields,
    },
  });
  let texts = 0;
  for await (const part of parts) {
    const { fieldname: name } = part;
    const limit = files.get(name);
    // Of two with one name nobody knows which one is meant.
    if (fields.has(name)) throw new Problem(requestProblems.malformed);
    if (part.type === 'file' && !limit) {
      part.file.resume();
    } else if (part.type === 'file') {
      const bytes = (await part.toBuffer()) as Buffer<ArrayBuffer>;
      if (limit && bytes.length > limit.maximum) throw tooLarge(files, name);
      const isNone = bytes.length === 0 && !part.filename;
      if (!isNone) fields.set(name, new ReceivedFile(bytes, part.filename ?? '', part.mimetype));
    } else {
      // How some say that no file was chosen.
      if (limit && part.value === '') continue;
      texts += typeof part.value === 'string' ? part.value.length : 0;
      if (part.valueTruncated || part.fieldnameTruncated || texts > textBytes)
        throw new Problem(requestProblems.too_large);
      fields.set(name, part.value);
    }
  }
  return Object.fromEntries(fields);
}

/** In the words of the field that is too large, or of the only one that there is. */
function tooLarge(files: ReadonlyMap<string, FileLimit>, name?: string): Problem {
  const [only, ...others] = files.keys();
  const field = name ?? (others.length === 0 ? only : undefined);
  const error = field === undefined ? undefined : files.get(field)?.tooLarge;
  if (field === undefined || error === undefined) return new Problem(requestProblems.too_large);
  return new Problem(requestProblems.too_large, { error, errors: { [field]: [error] } });
}

/** What the reader of multipart says, in our words. All that goes wrong with it is wrong with what was sent. */
function asProblem(error: unknown, files: ReadonlyMap<string, FileLimit>): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem(requestProblems.malformed);
  if ('code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(files, fieldOf(error));
  const isTooMuch = 'statusCode' in error && error.statusCode === 413;
  return new Problem(isTooMuch ? requestProblems.too_large : requestProblems.malformed);
}

/** The reader of multipart hangs the part that went wrong on its error. */
function fieldOf(error: Error): string | undefined {
  const part: unknown = 'part' in error ? error.part : undefined;
  const isPart = typeof part === 'object' && part !== null && 'fieldname' in part;
  return isPart && typeof part.fieldname === 'string' ? part.fieldname : undefined;
}
