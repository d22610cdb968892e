import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';

/** Why a card is void. `not_printed`: its printing was called off. */
const cardEnds = ['card_replaced', 'class_replaced', 'school_replaced', 'not_printed'] as const;
export const CardEnd = v.picklist(cardEnds);
export type CardEnd = v.InferOutput<typeof CardEnd>;

/** A new card with its badge, which is answered this once and kept nowhere. */
export const NewLoginCard = v.object({
  id: Id,
  student_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  username: v.string(),
  /** 128 random bits in base64url: what stands in the card's code as `password`. */
  badge: v.string(),
  /** As in `Student`: null where the id gives the animal. */
  avatar: v.exactOptional(v.nullable(v.string())),
  /** What the student types, where the school prints it on cards. */
  password: v.exactOptional(v.string()),
});
export type NewLoginCard = v.InferOutput<typeof NewLoginCard>;

const PersonName = v.object({ first_name: v.string(), last_name: v.string() });

/** A card as its list shows it. */
export const LoginCard = v.object({
  id: Id,
  printed_at: Instant,
  printed_by: PersonName,
  last_used_at: v.nullable(Instant),
  /** Null as long as the card is good. */
  revoked_at: v.nullable(Instant),
  reason: v.nullable(CardEnd),
});
export type LoginCard = v.InferOutput<typeof LoginCard>;

/** The good cards of a class or a school, in short. */
export const CardSummary = v.object({
  cards: v.number(),
  /** How many students have one at least. */
  students: v.number(),
  last_printed_at: v.nullable(Instant),
  last_printed_by: v.nullable(PersonName),
});
export type CardSummary = v.InferOutput<typeof CardSummary>;

/**
 * What replacing sends: up to which printing its sender knows of cards, null where there were none. Left out, cards that
 * nobody heard of yet are voided too.
 */
export const ReplaceCards = v.object({ last_printed_at: v.optional(v.nullable(Instant)) });
export type ReplaceCards = v.InferOutput<typeof ReplaceCards>;

export const ReplacedCards = v.object({ voided: v.number() });

/** What a school sets about its login cards. */
export const CardSettings = v.object({
  passwords_on_cards: v.boolean('Please choose what the cards show'),
});
export type CardSettings = v.InferOutput<typeof CardSettings>;

/** What a student signs in with, typed. Specification, section 7. */
export const StudentLogin = v.object({
  id: Id,
  first_name: v.string(),
  last_name: v.string(),
  username: v.string(),
  password: v.string(),
});
export type StudentLogin = v.InferOutput<typeof StudentLogin>;
