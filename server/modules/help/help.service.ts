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
  /** What a role may read, or, for null, a visitor. */
  list(role: Role | null, query: PageQuery): { count: number; next: string | null; results: Faq[] };
}

export function createHelpService(articles: readonly Article[]): HelpService {
  return {
    list(role, query) {
      const all =
        role === null
          ? articles
              .filter(({ isPublic }) => isPublic)
              .map((article): Faq => ({ ...article, role: publicHelp }))
          : readable[role].flatMap((whose) => articles.filter((article) => article.role === whose));
      return {
        count: all.length,
        next: nextPage(query, all.length),
        results: all.slice(query.offset, query.offset + query.limit),
      };
    },
  };
}
