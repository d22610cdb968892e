import type { KyselyPlugin } from 'kysely';

/** Counts what the program asks of the database. */
export class QueryCount implements KyselyPlugin {
  /** Statements, but for those that begin and end transactions. */
  asked = 0;
  /** Each says first whose rows it is about. */
  transactions = 0;
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.asked += 1;
    if (JSON.stringify(node).includes('"set local ')) this.transactions += 1;
    return node;
  };
  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}
