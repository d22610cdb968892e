import * as v from 'valibot';
import { roles } from '../kit/roles.ts';

/** As what an article is shown that everybody may read (specification, section 6). */
export const publicHelp = 'platform_success';

/** Whom an article is for: a role, or everybody. */
export const helpRoles = [...roles, publicHelp] as const;
export type HelpRole = (typeof helpRoles)[number];

/** An article of the Help Center (specification, section 3). */
export const Faq = v.object({
  /** Stable: links lead to it. Small letters, digits and hyphens. */
  id: v.string(),
  role: v.picklist(helpRoles),
  section: v.string(),
  title: v.string(),
  /** HTML of the tags in `articleTags` and nothing else; links lead to an article (`?help=<id>`) or a page (`/…`). */
  body: v.string(),
});
export type Faq = v.InferOutput<typeof Faq>;

/** What the text of an article is made of. */
export const articleTags = ['p', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a'] as const;
