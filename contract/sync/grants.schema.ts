import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { CallResult, PushRequest } from './sync.schema.ts';

/** 32 bytes: a coordinate of a point on P-256. */
const Coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/u, 'This is not a coordinate of P-256'));

/**
 * The public half of a key that cannot leave its device, for ECDSA on P-256.
 * @see RFC 7518, section 6.2.1
 */
export const DevicePublicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
});
export type DevicePublicKey = v.InferOutput<typeof DevicePublicKey>;

export const GrantRequest = v.object({ device_id: Id, public_key: DevicePublicKey });
export type GrantRequest = v.InferOutput<typeof GrantRequest>;

/** What lets one device push one student's changes while that student is not signed in. It reads nothing. */
export const PushGrant = v.object({ grant_id: Id, expires_at: Instant });
export type PushGrant = v.InferOutput<typeof PushGrant>;

/** A push as it stands, as text, in `push` of a `SignedPush`. */
export const GrantedPush = v.omit(PushRequest, ['cursor', 'kept']);
export type GrantedPush = v.InferOutput<typeof GrantedPush>;

/** Base64url of r and s, 32 bytes each (IEEE P1363). */
export const Signature = v.pipe(v.string(), v.regex(/^[\w-]{86}$/u, 'This is not a signature'));

export const SignedPush = v.object({
  grant_id: Id,
  /** JSON of a `GrantedPush`. Text, because a signature is over bytes and JSON is written in more than one way. */
  push: v.string(),
  /** Over `grantMessage()`. */
  signature: Signature,
});
export type SignedPush = v.InferOutput<typeof SignedPush>;

/** Nothing but what became of the calls: no row and no cursor. */
export const SignedPushAnswer = v.object({ results: v.array(CallResult) });

/**
 * Why a grant was taken back before its time. Then what a device sends by it is parked. A password that is changed as a
 * matter of routine is no reason.
 */
const grantEnds = ['card_replaced', 'password_compromised', 'archived'] as const;
export const GrantEnd = v.picklist(grantEnds);
export type GrantEnd = v.InferOutput<typeof GrantEnd>;

/** A call that waits at school until somebody of the staff has looked at it. What is in it is not shown. */
export const ParkedCall = v.object({
  id: Id,
  /** Name of its endpoint. */
  name: v.string(),
  made_by: v.object({ id: Id, first_name: v.string(), last_name: v.string() }),
  device_id: Id,
  reason: GrantEnd,
  parked_at: Instant,
});
export type ParkedCall = v.InferOutput<typeof ParkedCall>;

export const ParkedCallPage = pageOf(v.array(ParkedCall));
