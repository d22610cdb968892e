import * as v from 'valibot';
import { Day, typedDay } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { pageQuery } from '../kit/page.ts';
import { personName } from '../kit/person-name.ts';
import { championKinds } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { keysetPageOf, keysetQuery, PanelTenantName } from '../panel/panel.schema.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';
import { Language, Level, WorkKind } from '../works/works.schema.ts';
import { championStates } from './champions.rules.ts';

const ChampionKindChoice = v.picklist(championKinds, 'Please choose what they may do');

export const ChampionQuery = v.object({
  /** Words of the name, a whole e-mail address or `@domain`. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  ...keysetQuery,
  kind: v.optional(v.picklist(championKinds)),
  state: v.optional(v.picklist(championStates)),
});
export type ChampionQuery = v.InferOutput<typeof ChampionQuery>;

/** Somebody who helps the platform for a while, as those see them who run it. */
export const Champion = v.object({
  id: Id,
  kind: v.picklist(championKinds),
  name: v.string(),
  email: v.string(),
  state: v.picklist(championStates),
  /** Their last day. */
  until: Day,
  why: v.string(),
  /** Who granted or extended it last. */
  by: v.string(),
  granted_at: Instant,
  /** When they signed in last; null: never. */
  last_seen: v.nullable(Instant),
  revoked_why: v.nullable(v.string()),
  updated_at: Instant,
});
export type Champion = v.InferOutput<typeof Champion>;
export const ChampionPage = keysetPageOf(v.array(Champion));

const until = typedDay('Please choose a day');
const reason = line({ required: 'Please say why', maximum: 300, label: 'The reason' });

export const GrantForm = v.object({
  kind: ChampionKindChoice,
  first_name: personName({ required: 'First name is required', label: 'First name' }),
  last_name: personName({ required: 'Last name is required', label: 'Last name' }),
  email: TypedEmail,
  until,
  reason,
});
export type GrantForm = v.InferOutput<typeof GrantForm>;

/** With the champion as they were seen. */
export const ExtendForm = v.object({ until, reason, updated_at: Instant });
export type ExtendForm = v.InferOutput<typeof ExtendForm>;
export const RevokeForm = v.object({ reason, updated_at: Instant });
export type RevokeForm = v.InferOutput<typeof RevokeForm>;

/** What a champion is told about the own rights. */
export const OwnRights = v.object({
  kind: v.picklist(championKinds),
  until: Day,
  why: v.string(),
  by: v.string(),
  granted_at: Instant,
});
export type OwnRights = v.InferOutput<typeof OwnRights>;

export const CommunityWorkQuery = v.object({
  /** Words of title and byline. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  after: keysetQuery.after,
  limit: pageQuery({ maximum: 25, usual: 25 }).entries.limit,
  kind: v.optional(WorkKind),
});
export type CommunityWorkQuery = v.InferOutput<typeof CommunityWorkQuery>;

/** A work of a school that a stranger may see there now. */
export const CommunityWork = v.object({
  tenant: PanelTenantName,
  id: Id,
  kind: WorkKind,
  title: v.string(),
  byline: v.string(),
  language: Language,
  level: v.nullable(Level),
  /** Its page at the school; null: the school has no address. */
  url: v.nullable(v.string()),
  is_picked: v.boolean(),
  /** By the champion who asks. */
  is_suggested: v.boolean(),
});
export type CommunityWork = v.InferOutput<typeof CommunityWork>;
export const CommunityWorks = keysetPageOf(v.array(CommunityWork));

export const SuggestForm = v.object({
  why: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});

const suggestionStates = ['open', 'picked', 'declined'] as const;

/** What a champion suggested, and what became of it. */
export const OwnSuggestion = v.object({
  tenant_id: Id,
  work_id: Id,
  /** Null where strangers do not see it any more. */
  title: v.nullable(v.string()),
  why: v.string(),
  state: v.picklist(suggestionStates),
  suggested_at: Instant,
});
export type OwnSuggestion = v.InferOutput<typeof OwnSuggestion>;
export const OwnSuggestions = v.object({ results: v.array(OwnSuggestion) });
