import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { KnownBrowsers } from '#server/platform/known-device.ts';
import type { HostTenant } from '#server/platform/route.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { PupilTiles } from './pupil-tiles.ts';
import { matchesSearch } from './students.search.ts';
import { listTiles } from './class-pupils.repository.ts';

/** The children of a class for whoever knows its code: by first name, so that a child finds itself. */
export interface ClassPicker {
  /** @throws Problem `students.invalid_class_code` for a code that no class has, and for a class without children alike */
  list(
    tenant: HostTenant,
    code: string,
    query: PageQuery & { search?: string | undefined },
    call: { now: Date; browser: CallerBrowser },
  ): Promise<{ count: number; next: string | null; results: { students: PupilTile[] } }>;
}

// No class has it: looked for where a code is wrong, so that a wrong one takes as long as one without children.
const noClass = '00000000-0000-0000-0000-000000000000';

export function createClassPicker(options: {
  database: Database;
  classes: ClassAccess;
  tiles: PupilTiles;
  guesses: Guesses;
  browsers: KnownBrowsers;
}): ClassPicker {
  const { database, classes, guesses, browsers } = options;
  return {
    async list(tenant, code, query, { now, browser }) {
      const guessing = browsers.look(browser, { tenantId: tenant.id, now });
      const rows = await guesses.attempt(
        {
          tenantId: tenant.id,
          guessers: guessing.guessers({
            device: 'class_code_device',
            known: 'class_code_device',
            shared: [{ kind: 'class_code_network', subject: browser.network }],
          }),
          wrong: studentProblems.invalid_class_code.code,
          now,
        },
        async () => {
          const found = await inTenant(database, tenant.id, async (transaction) => {
            const classId = await classes.findAnyByCode(transaction, tenant.id, code);
            return await listTiles(transaction, tenant.id, classId ?? noClass);
          });
          if (found.length === 0) throw new Problem(studentProblems.invalid_class_code);
          return found;
        },
      );
      const tiles = options.tiles.of(tenant.id, rows).map(({ tile }) => tile);
      const { search } = query;
      // In what is shown and no more: or a name could be found out letter by letter.
      const found = search
        ? tiles.filter(({ first_name, last_initial }) =>
            matchesSearch(`${first_name} ${last_initial}`, search),
          )
        : tiles;
      const students = found.slice(query.offset, query.offset + query.limit);
      return { count: found.length, next: nextPage(query, found.length), results: { students } };
    },
  };
}
