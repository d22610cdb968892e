import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line } from '../kit/text.ts';
import { DevicePublicKey, Signature } from '../sync/grants.schema.ts';
import { DeviceToken, Preparation } from './preparation.schema.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000));
const Bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const AppVersion = v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/u, 'This is not a version'));

/** What a tablet says about itself. It names nobody: who is signed in is known from the call. */
export const DeviceReport = v.object({
  /** Made by the tablet, and the same for everybody who uses it. */
  device_id: Id,
  app_version: AppVersion,
  /** Changes on the tablet that the server has not got, those of everybody together. */
  unsent: Count,
  /** How many people made them. */
  unsent_people: Count,
  /** Room that the browser still gives; null where it does not say. */
  free_bytes: v.nullable(Bytes),
  /** Whether the browser promised to keep what is stored; null where it does not say. */
  storage_persisted: v.nullable(v.boolean()),
  /** True until a report got through after the tablet's storage was cleared, or an older copy took its place. */
  storage_wiped: v.boolean(),
});
export type DeviceReport = v.InferOutput<typeof DeviceReport>;

/** A report with what shows that it is the tablet's own. */
export const SignedDeviceReport = v.object({
  ...DeviceReport.entries,
  /** Of the key that signs. The first report of a tablet says which one that is from then on. */
  public_key: DevicePublicKey,
  /** By this the tablet may take a new key after its databases were cleared and the key with them. */
  known_by: DeviceToken,
  /** Over `deviceReportMessage()`. */
  signature: Signature,
});
export type SignedDeviceReport = v.InferOutput<typeof SignedDeviceReport>;

export const DeviceName = v.object({
  name: line({
    required: 'Please enter a name.',
    maximum: limits.deviceNameLength,
    label: 'Name of the tablet',
  }),
});
export type DeviceName = v.InferOutput<typeof DeviceName>;

/** A tablet as its school sees it. All but the name is as of `last_seen_at`. */
export const Device = v.object({
  id: Id,
  /** Given by a person, or made from the id where nobody gave one. */
  name: v.string(),
  last_seen_at: Instant,
  /** Who was signed in when it was last seen. */
  last_user: v.object({ id: Id, first_name: v.string(), last_name: v.string() }),
  app_version: v.string(),
  /** False where it runs another version of the app than the server offers. */
  is_current_version: v.boolean(),
  unsent: v.number(),
  unsent_people: v.number(),
  free_bytes: v.nullable(v.number()),
  storage_persisted: v.nullable(v.boolean()),
  /** When it first said that its storage was cleared, or is an older copy; null where that never happened. */
  storage_wiped_at: v.nullable(Instant),
  /** Null where children cannot sign in on it without a network. */
  preparation: v.nullable(Preparation),
});
export type Device = v.InferOutput<typeof Device>;
