import * as v from 'valibot';

/** A kind word about a work. */
export const reactionNames = ['love', 'funny', 'wow', 'clever', 'thanks'] as const;
export const Reaction = v.picklist(reactionNames);
export type Reaction = v.InferOutput<typeof Reaction>;
