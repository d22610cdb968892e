import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';

const registry = new Registry();
const registers = [registry];

const ofWaiting = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10];
const ofCalls = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * What this process counts about itself (decision 136). No label holds a person or a tenant, and each has few values: names of
 * the contract, codes, numbers of HTTP.
 */
export const metrics = {
  httpRequests: new Counter({
    name: 'http_requests_total',
    help: 'Answers, by endpoint of the contract ("other": files and pages) and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  }),
  httpSeconds: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer; streams are left out.',
    labelNames: ['endpoint'],
    buckets: ofCalls,
    registers,
  }),
  httpRefused: new Counter({
    name: 'http_refused_total',
    help: 'Calls that were refused, by the code of the problem.',
    labelNames: ['reason'],
    registers,
  }),
  poolConnections: new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database that are used or idle, and calls that wait for one.',
    labelNames: ['state'],
    registers,
  }),
  poolWait: new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'How long a transaction waited for its connection.',
    buckets: ofWaiting,
    registers,
  }),
  databaseRetries: new Counter({
    name: 'db_retries_total',
    help: 'Transactions that were run again, by SQLSTATE.',
    labelNames: ['code'],
    registers,
  }),
  pushedCalls: new Counter({
    name: 'sync_push_calls_total',
    help: 'Queued calls of devices, by what became of them.',
    labelNames: ['outcome'],
    registers,
  }),
  syncResets: new Counter({
    name: 'sync_resets_total',
    help: 'Devices that held data and had to fetch everything anew.',
    registers,
  }),
  pokeStreams: new Gauge({
    name: 'poke_streams',
    help: 'Open streams that tell devices of changes.',
    registers,
  }),
  passwordsWaiting: new Gauge({
    name: 'argon2_waiting',
    help: 'Passwords that wait to be hashed or checked.',
    registers,
  }),
  mediaSeconds: new Histogram({
    name: 'media_store_seconds',
    help: 'How long the store of media took to answer, by what was asked.',
    labelNames: ['store', 'verb'],
    buckets: ofCalls,
    registers,
  }),
  mediaFailures: new Counter({
    name: 'media_store_failures_total',
    help: 'Questions that the store of media did not answer as it should.',
    labelNames: ['store', 'verb'],
    registers,
  }),
  mediaBytes: new Counter({
    name: 'media_bytes_total',
    help: 'Bytes from and to the store of media.',
    labelNames: ['store', 'verb'],
    registers,
  }),
  tasksWaiting: new Gauge({
    name: 'tasks_waiting',
    help: 'Tasks of all servers that are due and have not been begun, by kind.',
    labelNames: ['kind'],
    registers,
  }),
  tasksOldest: new Gauge({
    name: 'tasks_oldest_seconds',
    help: 'For how long the oldest of them has been due.',
    labelNames: ['kind'],
    registers,
  }),
  sweepSucceeded: new Gauge({
    name: 'sweep_last_success_timestamp_seconds',
    help: 'When this server last swept away all that was old; 0: not since it started.',
    registers,
  }),
  eventLoopLag: new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'How late 99 of 100 turns of the loop were at most, since the last look.',
    registers,
  }),
  build: new Gauge({
    name: 'build_info',
    help: 'Which version runs, and the newest change of the database that it knows.',
    labelNames: ['version', 'schema'],
    registers,
  }),
} as const;

const readings = new Map<Gauge, () => number>();

/** A gauge that is read when somebody looks. */
export function readWhenLooked(gauge: Gauge, read: () => number): void {
  readings.set(gauge, read);
}

const pools = new Set<pg.Pool>();

/** @returns what ends the watch */
export function watchPool(pool: pg.Pool): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

function readPools(): void {
  const all = [...pools];
  const sum = (read: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + read(pool), 0);
  metrics.poolConnections.set(
    { state: 'idle' },
    sum(({ idleCount }) => idleCount),
  );
  metrics.poolConnections.set(
    { state: 'used' },
    sum(({ totalCount, idleCount }) => totalCount - idleCount),
  );
  metrics.poolConnections.set(
    { state: 'waiting' },
    sum(({ waitingCount }) => waitingCount),
  );
}

/** All of them as Prometheus reads them. */
export async function describeMetrics(): Promise<{ type: string; text: string }> {
  readPools();
  for (const [gauge, read] of readings) gauge.set(read());
  return { type: registry.contentType, text: await registry.metrics() };
}
