import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { pictureField } from '../kit/picture-field.ts';
import { line } from '../kit/text.ts';
import { yesOrNo } from '../kit/yes-or-no.ts';
import { Mode } from './modes.schema.ts';

export const modeLimits = { name: 60 } as const;

/** A mode as the platform manages it. */
export const ManagedMode = v.object({
  ...v.omit(Mode, ['locked']).entries,
  /** Schools whose people can pick it: they have the switchboard on and have not locked it. */
  schools: v.number(),
  /** Schools that have locked it. */
  locks: v.number(),
  /** Works of all tenants that are in it, without archived ones. */
  works: v.number(),
});
export type ManagedMode = v.InferOutput<typeof ManagedMode>;

const name = line({ required: 'Please enter a name', maximum: modeLimits.name, label: 'The name' });
const active = yesOrNo('Please say whether schools are offered the mode');

export const NewMode = v.object({ id: Id, name, image: pictureField, active });

export const ModeChange = v.object({
  name: v.optional(name),
  image: v.optional(pictureField),
  /** False takes the mode back, true offers it (again). */
  active: v.optional(active),
});

export const ModeOrder = v.object({
  ids: v.pipe(v.array(Id, 'Please send the ids of all modes'), v.maxLength(1000, 'These are too many modes')),
});
