import * as v from 'valibot';

/**
 * Ids are UUIDs; those of new things are UUIDv7 made where the thing is made, so that nothing is renamed afterwards.
 * @see RFC 9562
 */
export const Id = v.pipe(v.string(), v.uuid('This is not an id'), v.toLowerCase());
export type Id = v.InferOutput<typeof Id>;

/**
 * An instant as the API writes it: ISO 8601 in UTC. What only looks like one is refused: ISO 8601 knows an offset of hours
 * alone (`+10`), ECMAScript's dates do not.
 */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'This is not an instant'),
);
