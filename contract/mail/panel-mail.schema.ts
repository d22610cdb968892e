import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';
import { keysetPageOf, keysetQuery, PanelTenantName } from '../panel/panel.schema.ts';
import { LetterState, letterStates, suppressionReasons } from './mail.schema.ts';

/** Within how long before now a letter was written. */
export const letterAges = ['hour', 'day', 'week'] as const;

/** The part of an e-mail address after the @, in lower case. */
const Domain = v.pipe(
  line({ maximum: 255, label: 'domain' }),
  v.transform((text) => text.toLowerCase().replace(/^@/u, '')),
);

export const PanelLetterQuery = v.object({
  ...keysetQuery,
  tenant_id: v.optional(Id),
  state: v.optional(LetterState),
  /** A name of `mail.kinds.ts`. */
  kind: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/u, 'kind must name a letter'))),
  domain: v.optional(Domain),
  age: v.optional(v.picklist(letterAges)),
});
export type PanelLetterQuery = v.InferOutput<typeof PanelLetterQuery>;

/** A letter of any school as the platform's list shows it. */
export const PanelLetter = v.object({
  id: Id,
  tenant: PanelTenantName,
  kind: v.string(),
  /** Shortened, as `a…z@greenfield.test`. */
  to_address: v.string(),
  state: LetterState,
  /** Why it did not arrive, as a name of `mail.rules.ts`. */
  cause: v.nullable(v.string()),
  /** How often it was tried. */
  attempts: v.number(),
  written_at: Instant,
  /** When a mail server took it, or it was given up. */
  ended_at: v.nullable(Instant),
});
export type PanelLetter = v.InferOutput<typeof PanelLetter>;

/** How e-mail of all schools is doing. */
export const MailHead = v.object({
  /** Letters written in the last 24 hours, by what became of them. */
  day: v.object(v.entriesFromList(letterStates, v.number())),
  /** When the letter was written that waits longest. */
  oldest_waiting: v.nullable(Instant),
  /** Of the last 24 hours, the latest 100 at most that went out or were given up; `failed` did not arrive. */
  latest: v.object({ ended: v.number(), failed: v.number() }),
  /** How this server hands e-mail over. `none`: another server does, or none. */
  transport: v.object({ kind: v.picklist(['smtp', 'folder', 'none']), host: v.nullable(v.string()) }),
  /** Somebody has to look after it. */
  is_failing: v.boolean(),
});
export type MailHead = v.InferOutput<typeof MailHead>;

export const PanelLetterPage = v.object({
  ...keysetPageOf(v.array(PanelLetter)).entries,
  head: MailHead,
});
export type PanelLetterPage = v.InferOutput<typeof PanelLetterPage>;

/** One letter with what happened to it. Addresses in it are shortened. */
export const LetterDetails = v.object({
  ...v.omit(PanelLetter, ['tenant']).entries,
  subject: v.string(),
  /** What it says, without its link and codes; null of one from before that was kept. */
  letter: v.nullable(
    v.object({
      greeting: v.string(),
      paragraphs: v.array(v.string()),
      /** What its button says. */
      action: v.nullable(v.string()),
      notes: v.array(v.string()),
    }),
  ),
  /** The earliest first. */
  events: v.array(
    v.object({
      at: Instant,
      /** `deferred` and `delayed` go on; the others are states. */
      kind: v.string(),
      /** What a mail server said; empty where it said nothing. */
      detail: v.string(),
    }),
  ),
  /** Whether one like it can be sent again, with a new link. */
  may_again: v.boolean(),
});
export type LetterDetails = v.InferOutput<typeof LetterDetails>;

export const PanelLetterDetails = v.object({ ...LetterDetails.entries, tenant: PanelTenantName });
export type PanelLetterDetails = v.InferOutput<typeof PanelLetterDetails>;

/** Most characters of a reason. */
export const mailReasonMaximum = 300;
export const MailReason = v.object({
  /** Kept in the audit of the platform and, of a letter, of its school. */
  reason: line({ required: 'Please say why', maximum: mailReasonMaximum, label: 'The reason' }),
});

/** An e-mail address as it is compared. */
const Address = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, 'Invalid email'),
  v.email('Invalid email'),
);

export const PanelSuppressionQuery = v.object({
  ...keysetQuery,
  reason: v.optional(v.picklist(suppressionReasons)),
  /** A whole address, or `@domain`. */
  search: v.optional(line({ maximum: 300, label: 'search' }), ''),
});
export type PanelSuppressionQuery = v.InferOutput<typeof PanelSuppressionQuery>;

/** An address that no school writes to now. */
export const PanelSuppression = v.object({
  id: Id,
  /** Shortened, as `a…z@greenfield.test`; null of one from before that was kept. */
  address: v.nullable(v.string()),
  reason: v.picklist(suppressionReasons),
  since: Instant,
  /** Null: until it is lifted. */
  until: v.nullable(Instant),
  /** In words, such as "the mailbox is full". */
  note: v.string(),
});
export type PanelSuppression = v.InferOutput<typeof PanelSuppression>;
export const PanelSuppressionPage = keysetPageOf(v.array(PanelSuppression));

export const SuppressForm = v.object({ address: Address, ...MailReason.entries });
