import type { FastifyInstance } from 'fastify';
import type { Article } from '../modules/help/articles.ts';
import type { PaymentOptions } from '../modules/providers/providers.ts';
import type { PokeLimits } from '../modules/sync/pokes.service.ts';
import type { PoolLoad } from '../platform/admission.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { DomainRecords } from '../platform/domain-records.ts';
import type { Drain } from '../platform/drain.ts';
import type { MailTransport } from '../platform/mail.ts';
import type { MediaStore } from '../platform/media-store.ts';
import type { Panel } from '../platform/panel.ts';
import type { PasswordCost } from '../platform/passwords.ts';
import type { PictureLimits } from '../platform/picture-workers.ts';
import type { Rates } from '../platform/rates.ts';
import type { Retention } from '../platform/retention.ts';
import type { SecretKey } from '../platform/secret-key.ts';

export interface AppOptions {
  database: Database;
  /** How busy its connections are; left out: nobody is refused at the door. */
  load?: PoolLoad;
  /** Address of the same database, for looks whether it answers. */
  databaseUrl: string;
  /** Past a pooler, for the connection on which servers tell each other what was written; left out: the same. */
  directUrl?: string;
  /** Reads all schools for the platform's own lists; left out: there are none. */
  panel?: Panel;
  secretKey: SecretKey;
  baseDomain: string;
  /** Endings of hosts, without a dot before them, on which the platform's own site answers, too. */
  stagingHosts?: readonly string[];
  /** Who is asked what is said about a domain in public; left out, no domain can be shown to be somebody's. */
  domainRecords?: DomainRecords;
  trustProxy: boolean | string[];
  /** Folder of the built web app; null serves the API alone. */
  webRoot: string | null;
  /** Of the Help Center; left out, it is empty. */
  articles?: readonly Article[];
  /** Where bytes are kept beside the database; left out: in its rows. */
  mediaStore?: MediaStore | null;
  /** How e-mail goes out; left out, it waits for another server on this database. */
  mail?: { transport: MailTransport; from: string };
  /** Of the mail server that hands in what came back; left out: nothing is taken. */
  mailReturnsKey?: string | null;
  /** Scheme and port of links in e-mail; left out: those of the request that causes them. */
  publicUrl?: string | null;
  /** How money is taken; left out: nothing is sold. */
  payments?: PaymentOptions;
  /** Serves the pay pages of practice providers. */
  serveSandbox?: (app: FastifyInstance) => void;
  /** Whether this server sweeps away what is old, once a day. One of them that does is enough. */
  sweeps?: boolean;
  /** How much one person and one device may ask for; left out: whatever they want. */
  rates?: Rates;
  /** Devices that may begin anew in a second; left out: as many as want to. */
  resetsPerSecond?: number;
  /** How long is kept what grows with use; left out: as usual. */
  retention?: Retention;
  /** Whether this server takes bytes of rows into the store of media, once an hour. */
  movesMedia?: boolean;
  /** How pictures and recordings leave, beside from here; left out: from here alone. */
  delivery?: {
    redirects: boolean;
    publicSeconds: number;
    purgeUrl: string | null;
    /** Scheme and host of the store of media, where pages are sent to it. */
    storeOrigin: string | null;
  };
  /** Whether the numbers of tenants are kept for the platform's lists, by whichever server has time. */
  countsTenants?: boolean;
  /** Whether it is counted what schools use; each server counts its own part. */
  countsUsage?: boolean;
  /** Milliseconds between two looks for work that is due; what this server adds itself does not wait for one. */
  lookForWorkEvery?: number;
  /** Whether this server writes the exports of schools, and deletes those that closed. One of them that does is enough. */
  worksOnTenants?: boolean;
  /** Days until a backup is gone, for receipts of schools that closed. */
  backupDays?: number;
  clock?: Clock;
  /** How much of the machine pictures get that people send; left out: what suits a server. */
  pictures?: Partial<PictureLimits>;
  /** What a password hash costs; tests make it cheaper. */
  passwordCost?: PasswordCost;
  /** Of the streams that poke devices; tests make them shorter. */
  pokes?: Partial<PokeLimits> & { heartbeat?: number };
  /** Told when the server is about to end; left out: it ends at once. */
  drain?: Drain;
  /** Milliseconds that a request may take to arrive; tests make it shorter. */
  requestTimeout?: number;
  logLevel?: 'silent' | 'warn' | 'info' | 'trace';
  /** Where the lines of the log go; left out: standard output. */
  logTo?: { write(line: string): void };
}
