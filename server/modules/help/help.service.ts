import { publicHelp, type Faq, type HelpRole } from '#contract/help/help.schema.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { Article } from './articles.ts';

const family: readonly HelpRole[] = ['student', 'parent', publicHelp];
const teacher: readonly HelpRole[] = ['teacher', ...family];
const teacherAdmin: readonly HelpRole[] = ['teacher_admin', ...teacher];
const schoolAdmin: readonly HelpRole[] = ['school_admin', ...teacherAdmin];
const organizationAdmin: readonly HelpRole[] = ['organization_admin', ...schoolAdmin];

/** Whose articles a role may read, its own first: who looks after others is asked what they would ask. */
const readable: Readonly<Record<Role, readonly HelpRole[]>> = {
  student: ['student'],
  parent: ['parent', publicHelp],
  teacher,
  teacher_admin: teacherAdmin,
  school_admin: schoolAdmin,
  organization_admin: organizationAdmin,
  [product.platformRole]: [product.platformRole, ...organizationAdmin],
};

export interface HelpService {
  /** What a role may read, or, for null, a visitor, of a school or of the platform's own site. */
  list(
    reader: { role: Role | null; isOnPlatform: boolean },
    query: PageQuery,
  ): { count: number; next: string | null; results: Faq[] };
}

export function createHelpService(articles: readonly Article[]): HelpService {
  const open = articles.filter(({ isPublic }) => isPublic);
  // On the platform's own site nobody is a child of a school, so what this is and who registers comes first.
  const openOnPlatform = open.toSorted(
    (one, other) => Number(other.role === publicHelp) - Number(one.role === publicHelp),
  );
  return {
    list({ role, isOnPlatform }, query) {
      const all =
        role === null
          ? (isOnPlatform ? openOnPlatform : open).map((article): Faq => ({ ...article, role: publicHelp }))
          : readable[role].flatMap((whose) => articles.filter((article) => article.role === whose));
      return {
        count: all.length,
        next: nextPage(query, all.length),
        results: all.slice(query.offset, query.offset + query.limit),
      };
    },
  };
}
