import * as v from 'valibot';
import { Instant } from '../kit/id.ts';
import { pageQuery } from '../kit/page.ts';
import { keysetPageOf, keysetQuery, PanelTenantName } from '../panel/panel.schema.ts';
import { AssetPicture, GoalInQuery } from '../works/works.schema.ts';
import { EditionYear, Message } from './dear-world.schema.ts';

/** Rows of the panel's list: of each its school is asked what a stranger may see. */
const panelRows = 25;

export const PanelMessageQuery = v.object({
  after: keysetQuery.after,
  limit: pageQuery({ maximum: panelRows, usual: panelRows }).entries.limit,
  goal: v.optional(GoalInQuery),
  /** `none`: in no edition. */
  edition: v.optional(v.union([v.literal('none'), EditionYear])),
});
export type PanelMessageQuery = v.InferOutput<typeof PanelMessageQuery>;

/** A message that a stranger may see now. */
export const PanelMessage = v.object({
  ...v.omit(Message, ['drawing']).entries,
  tenant: PanelTenantName,
  published_at: Instant,
  /** Reports that nobody has decided about. */
  reports: v.number(),
  /** The edition that it is in. */
  edition: v.nullable(v.number()),
  drawing: v.nullable(AssetPicture),
});
export type PanelMessage = v.InferOutput<typeof PanelMessage>;

export const PanelMessagePage = keysetPageOf(v.array(PanelMessage));
export const MessagePick = v.object({ year: EditionYear });
