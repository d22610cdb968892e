import * as v from 'valibot';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { Sha256 } from '../works/sha256.schema.ts';

const megabyte = 1024 * 1024;

export const filmLimits = {
  bytes: 200 * megabyte,
  /** Of each part but the last. */
  partBytes: 4 * megabyte,
  seconds: 2 * 60 * 60,
  perPage: 20,
} as const;

export const filmTooLarge = `A film has at most ${filmLimits.bytes / megabyte} MB. Export it smaller and try again.`;

/** Of a film: how many parts it is sent in. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / filmLimits.partBytes);

const Bytes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1, 'This file is empty'),
  v.maxValue(filmLimits.bytes, filmTooLarge),
);

export const FilmForm = v.object({
  bytes: Bytes,
  /** Of the first part: the same file of the same page goes on where it stopped. */
  first_part: Sha256,
});

export const FilmPartForm = v.object({
  sha256: Sha256,
  part: fileField({
    types: ['application/octet-stream'],
    wrongType: 'A part of a film has no type of its own',
    maximum: filmLimits.partBytes,
    tooLarge: 'This part is too large',
  }),
});

/** A film of a page, as its editors see it. */
export const Film = v.object({
  id: Id,
  bytes: Bytes,
  /** What has arrived, by its place from 0. */
  parts: v.array(v.object({ n: v.number(), sha256: Sha256 })),
  /** Null until all of it was looked at. */
  ready_at: v.nullable(Instant),
  seconds: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** Where its editors watch it, for some hours; only `films.read` says it, once it is ready. */
  watch: v.nullable(v.string()),
});
export type Film = v.InferOutput<typeof Film>;
