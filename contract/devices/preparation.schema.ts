import * as v from 'valibot';
import { SchoolClass } from '../classes/classes.schema.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PupilTile } from '../students/students.schema.ts';

/** 256 random bits by which the school knows a prepared tablet again. The school itself keeps a hash of it. */
export const DeviceToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/u, 'This is not a token of a tablet'));
export type DeviceToken = v.InferOutput<typeof DeviceToken>;

export const DevicePrepare = v.object({
  /** A tablet that has reported before. */
  device_id: Id,
  /** Null: for the whole school. */
  school_class_ids: v.nullable(
    v.pipe(
      v.array(Id),
      v.minLength(1, 'Please choose at least one class'),
      v.maxLength(
        limits.classesPerPreparation,
        `Please choose at most ${limits.classesPerPreparation} classes`,
      ),
      v.transform((ids) => [...new Set(ids)]),
    ),
  ),
  /**
   * What the tablet has from the time before. By it the classes of colleagues stay: without it nobody could know that it is
   * the tablet that holds them already.
   */
  token: v.optional(DeviceToken),
});
export type DevicePrepare = v.InferOutput<typeof DevicePrepare>;

/** A child as a prepared tablet knows it with nobody signed in. */
export const PackStudent = v.object({
  id: Id,
  ...PupilTile.entries,
  /** SHA-256 of each badge that is good, in small hexadecimal digits. */
  badges: v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u))),
});
export type PackStudent = v.InferOutput<typeof PackStudent>;

const PackClass = v.object({
  ...v.pick(SchoolClass, ['id', 'name', 'class_theme']).entries,
  class_id: v.string(),
  /** In the order of the picker. */
  students: v.array(PackStudent),
});

/** What a tablet needs to let children sign in without a network. Nobody’s username, last name or password is in it. */
export const TabletPack = v.object({
  /** The same as long as all that follows is the same. */
  version: v.string(),
  classes: v.array(PackClass),
  /** Those who stand in no class, where the tablet is for the whole school. */
  without_class: v.array(PackStudent),
});
export type TabletPack = v.InferOutput<typeof TabletPack>;

export const PreparedDevice = v.object({
  preparation_id: Id,
  token: DeviceToken,
  asked_at: Instant,
  pack: TabletPack,
});
export type PreparedDevice = v.InferOutput<typeof PreparedDevice>;

export const ReadPack = v.object({
  token: DeviceToken,
  /** That of the pack which the tablet has. */
  version: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

export const ReadPackAnswer = v.object({
  /** By the clock of the school. */
  asked_at: Instant,
  /** Null where nothing is new. */
  pack: v.nullable(TabletPack),
});

/** That a tablet is prepared, as its school sees it. */
export const Preparation = v.object({
  id: Id,
  /** By name; null: for the whole school. */
  school_classes: v.nullable(v.array(v.object({ id: Id, name: v.string() }))),
  made_at: Instant,
  made_by: v.object({ id: Id, first_name: v.string(), last_name: v.string() }),
  /** When the tablet asked last whether anything is new. */
  last_pack_at: Instant,
  /**
   * True where who gave some of it may not give it any more. The tablet forgets those children until another person keeps
   * the preparation.
   */
  is_paused: v.boolean(),
  /** Whether the caller may keep some of what is paused. */
  may_keep: v.boolean(),
});
export type Preparation = v.InferOutput<typeof Preparation>;

/** A tablet that counts on somebody's right. */
export const GivenTablet = v.object({
  id: Id,
  name: v.string(),
  /** As of `Preparation`. */
  is_paused: v.boolean(),
});
export type GivenTablet = v.InferOutput<typeof GivenTablet>;

export const KeepPreparations = v.object({
  device_ids: v.pipe(
    v.array(Id),
    v.minLength(1, 'Please choose at least one tablet'),
    v.maxLength(limits.tabletsPerCall, `Please choose at most ${limits.tabletsPerCall} tablets`),
    v.transform((ids) => [...new Set(ids)].toSorted()),
  ),
});
export type KeepPreparations = v.InferOutput<typeof KeepPreparations>;
