import { sql } from 'kysely';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { csvLine } from '#server/platform/csv.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { CsvFile, PanelCall } from '#server/platform/route.ts';
import { auditAsked, toEntry } from '../panel/audit.list.ts';
import { lettersAsked, toLetter } from '../panel/letters.list.ts';
import {
  auditColumns,
  letterColumns,
  peopleColumns,
  tenantColumns,
  workColumns,
  type FileColumns,
} from './list-files.columns.ts';
import { countForFile, readForFile, type ListQuestion } from '../panel/panel-page.ts';
import { peopleAsked, toPerson, type PersonRow } from '../panel/people.list.ts';
import { tenantsAsked, toTenant } from '../panel/tenants.list.ts';
import { worksAsked } from '../panel-works/works.list.ts';
import { toWorks, type WorksAcross } from '../panel-works/works.shown.ts';

type Parsed<Name extends keyof typeof listFileEndpoints> = EndpointParsed<(typeof listFileEndpoints)[Name]>;

/** What was asked for, as the audit keeps it. */
type Filters = Readonly<Record<string, unknown>>;

interface Written<Row, Shown> {
  /** Of the list and of its file. */
  name: string;
  question: ListQuestion<Row>;
  filters: Filters;
  columns: FileColumns<Shown>;
  shown: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>;
}

async function* piecesOf<Row, Shown>(
  panel: PanelCall['panel'],
  { question, columns, shown }: Written<Row, Shown>,
): AsyncGenerator<string> {
  // Without the mark Excel takes it for another encoding.
  yield `\uFEFF${csvLine(columns.map(([head]) => head))}`;
  for await (const rows of readForFile(panel, question))
    yield (await shown(rows)).map((row) => csvLine(columns.map(([, valueOf]) => valueOf(row)))).join('');
}

const isSaid = (value: unknown) => value !== undefined && value !== '';

/** Its rows are counted and it is in the audit before the first of them leaves. */
async function fileOf<Row, Shown>(
  { panel, transaction, actor, now }: PanelCall,
  written: Written<Row, Shown>,
): Promise<CsvFile> {
  const { name, filters } = written;
  const rows = await countForFile(panel, written.question);
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: 'panel.list_exported',
    details: {
      list: name,
      rows,
      ...Object.fromEntries(Object.entries(filters).filter(([, value]) => isSaid(value))),
    },
  });
  return { name: `${name}_${now.toISOString().slice(0, 10)}`, pieces: piecesOf(panel, written) };
}

export type ListFiles = ReturnType<typeof createListFiles>;

/** Lists of all schools as CSV, read by the panel's role piece by piece while they are sent. */
export function createListFiles(options: {
  database: Database;
  works: Pick<WorksAcross, 'cardsForStrangers'>;
  baseDomain: string;
}) {
  const { database, works, baseDomain } = options;
  return {
    tenants: ({ query }: Parsed<'exportTenants'>, call: PanelCall) =>
      fileOf(call, {
        name: 'tenants',
        question: tenantsAsked(query),
        filters: query,
        columns: tenantColumns,
        shown: (rows) => rows.map(toTenant(baseDomain)),
      }),

    /** @throws Problem `panel.no_students` where they are asked for */
    async people({ query }: Parsed<'exportPeople'>, call: PanelCall) {
      if (query.roles?.includes('student')) throw new Problem(panelProblems.no_students);
      const listed = peopleAsked(query);
      // With one school chosen the list has them.
      const where = [...listed.where, sql<boolean>`person.role <> 'student'`];
      const question: ListQuestion<PersonRow> = { ...listed, where };
      return await fileOf(call, {
        name: 'people',
        question,
        filters: query,
        columns: peopleColumns,
        shown: (rows) => rows.map(toPerson),
      });
    },

    works: ({ query }: Parsed<'exportWorks'>, call: PanelCall) =>
      fileOf(call, {
        name: 'works',
        question: worksAsked(query, call.now),
        filters: query,
        columns: workColumns,
        shown: (rows) =>
          inTenant(database, call.actor.tenant_id, (transaction) => toWorks(transaction, rows, works)),
      }),

    letters: ({ query }: Parsed<'exportLetters'>, call: PanelCall) =>
      fileOf(call, {
        name: 'letters',
        question: lettersAsked(query, call.now),
        filters: query,
        columns: letterColumns,
        shown: (rows) => rows.map(toLetter),
      }),

    /** No student is named or found, whatever is chosen. */
    async audit({ query }: Parsed<'exportAudit'>, call: PanelCall) {
      const question = await auditAsked(call.panel, query, { withStudents: false });
      return await fileOf(call, {
        name: 'audit',
        question,
        filters: query,
        columns: auditColumns,
        shown: (rows) => rows.map(toEntry(false)),
      });
    },
  };
}
