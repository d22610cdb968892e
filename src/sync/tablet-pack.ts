import * as v from 'valibot';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { deviceProblems } from '#contract/devices/devices.problems.ts';
import {
  DeviceToken,
  TabletPack,
  type PackStudent,
  type PreparedDevice,
} from '#contract/devices/preparation.schema.ts';
import { hexOf } from '#contract/kit/hex.ts';
import { Id, Instant } from '#contract/kit/id.ts';
import { ApiProblem, NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { elapsed, leftOf, type Hold } from './clock.ts';
import { withDeviceDatabase, type DeviceDatabase, type DeviceFacts } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { Sealer, type Sealed } from './sealing.ts';

/** That this tablet is prepared for a school, with the children who may sign in on it without a network. */
export interface KeptPack extends PreparedDevice {
  tenant_id: string;
}

/** What lies open in the device's database. The token and the names of the children are sealed: law 5. */
const KeptFact = v.object({
  tenant_id: Id,
  preparation_id: Id,
  /** By the clock of the school. */
  asked_at: Instant,
  /** By the clock of this tablet, in milliseconds since 1970. */
  checked_at: v.number(),
  sealed: v.custom<Sealed>((value) => typeof value === 'object' && value !== null),
});
type KeptFact = v.InferOutput<typeof KeptFact>;

const prefix = 'pack ';
const factOf = (tenantId: string) => `${prefix}${tenantId}`;

/**
 * What else stands and falls with a preparation: how people get in here without a network. Each fact of these is named
 * `<kind> <tenant> …`.
 */
const kindsOfSignIn = ['credential', 'vault'] as const;

async function readFact(facts: DeviceFacts, tenantId: string): Promise<KeptFact | null> {
  const read = v.safeParse(KeptFact, await facts.readFact(factOf(tenantId)));
  return read.success ? read.output : null;
}

/** `pack` is null where another version of the app stored it in another shape. Null where the key is not the one of then. */
async function open(
  environment: SyncEnvironment,
  device: DeviceDatabase,
  { tenant_id, sealed }: KeptFact,
): Promise<{ token: string; pack: TabletPack | null } | null> {
  const Content = v.object({ token: DeviceToken, pack: v.fallback(v.nullable(TabletPack), null) });
  let value: unknown;
  try {
    value = await new Sealer(environment, device).open(sealed, factOf(tenant_id));
  } catch {
    // The browser lost the key of this tablet, and with it all that was sealed: the tablet is to be prepared anew.
    return null;
  }
  const content = v.safeParse(Content, value);
  return content.success ? content.output : null;
}

/** Keeps what preparing this tablet gave; whatever the tablet had of the same school before goes. */
export function keepPack(
  environment: SyncEnvironment,
  { tenant_id, preparation_id, asked_at, token, pack }: KeptPack,
): Promise<void> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf(tenant_id);
    const sealed = await new Sealer(environment, device).seal({ token, pack }, fact);
    const kept: KeptFact = { tenant_id, preparation_id, asked_at, checked_at: environment.now(), sealed };
    await device.writeFact(fact, kept);
  });
}

/** Null where the tablet is not prepared for this school. */
export function readPack(environment: SyncEnvironment, tenantId: string): Promise<KeptPack | null> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = await readFact(device, tenantId);
    const content = fact && (await open(environment, device, fact));
    if (!fact || !content?.pack) return null;
    const { tenant_id, preparation_id, asked_at } = fact;
    return { tenant_id, preparation_id, asked_at, token: content.token, pack: content.pack };
  });
}

/**
 * The preparation is over: the children of the pack go from this tablet, and how anybody got in here without a network.
 * What they left unsent stays. Nothing goes where the tablet was prepared anew in the meantime.
 */
export function forgetPreparation(
  environment: SyncEnvironment,
  ended: Pick<KeptPack, 'tenant_id' | 'preparation_id'>,
): Promise<void> {
  const { tenant_id, preparation_id } = ended;
  return withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      const present = await readFact(facts, tenant_id);
      if (present?.preparation_id !== preparation_id) return;
      await facts.deleteFact(factOf(tenant_id));
      for (const kind of kindsOfSignIn)
        for (const name of await facts.factNames(`${kind} ${tenant_id} `)) await facts.deleteFact(name);
    }),
  );
}

/**
 * The child whose card holds this badge, or null. All badges are compared, whichever it is, so that how long it takes says
 * nothing.
 */
export async function findByBadge(
  { crypto }: Pick<SyncEnvironment, 'crypto'>,
  { classes, without_class }: TabletPack,
  badge: string,
): Promise<PackStudent | null> {
  const digest = await crypto.digest('SHA-256', new TextEncoder().encode(badge.trim()));
  const hash = hexOf(digest);
  let found: PackStudent | null = null;
  for (const student of [...classes.flatMap(({ students }) => students), ...without_class])
    for (const good of student.badges) if (good === hash) found = student;
  return found;
}

/** Milliseconds after an answer in which the tablet does not ask again. */
const interval = 5 * 60_000;
/** The same just after a sign-in or sign-out: a card may be newer than the pack. */
const arrivalInterval = 15_000;
/** Milliseconds between two looks at whether it is time to ask. */
const lookInterval = 60_000;
/** Milliseconds after a request that the school did not want to answer, at least. */
const retryInterval = 15_000;

/**
 * Keeps up to date what a prepared tablet knows of the children, whoever is signed in or nobody: new children, voided
 * cards, and that the preparation itself was taken back.
 */
export class PackKeeper {
  readonly #environment: SyncEnvironment;
  readonly #api: ApiClient;
  readonly #onFailure: (error: unknown) => void;
  #stopWaking: (() => void) | null = null;
  #callOffTimer: (() => void) | null = null;
  /** How long to leave the school alone. */
  #hold: Hold | null = null;
  #busy = false;
  #closed = false;

  constructor(options: {
    environment: SyncEnvironment;
    /** Used for calls that need no session alone. */
    api: ApiClient;
    /** Hears of failures that nobody waits for. */
    onFailure: (error: unknown) => void;
  }) {
    this.#environment = options.environment;
    this.#api = options.api;
    this.#onFailure = options.onFailure;
  }

  start(): void {
    this.#stopWaking ??= this.#environment.onWake(() => this.#look());
    this.#look(arrivalInterval);
  }

  close(): void {
    this.#closed = true;
    this.#stopWaking?.();
    this.#callOffTimer?.();
  }

  #look(pause = interval): void {
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    this.#callOffTimer?.();
    this.#refreshAll(pause)
      .catch((error: unknown) => {
        if (!this.#closed) this.#onFailure(error);
      })
      .finally(() => {
        this.#busy = false;
        if (!this.#closed) this.#callOffTimer = this.#environment.setTimer(() => this.#look(), lookInterval);
      });
  }

  /** Most tablets are prepared for one school, or none. */
  async #refreshAll(pause: number): Promise<void> {
    const now = this.#environment.now();
    if (this.#hold && leftOf(this.#hold, now) > 0) return;
    const names = await withDeviceDatabase(this.#environment, (device) => device.factNames(prefix));
    for (const name of names) await this.#refresh(name.slice(prefix.length), pause);
  }

  async #refresh(tenantId: string, pause: number): Promise<void> {
    const environment = this.#environment;
    const kept = await withDeviceDatabase(environment, async (device) => {
      const fact = await readFact(device, tenantId);
      return fact && { fact, content: await open(environment, device, fact) };
    });
    if (!kept || elapsed(kept.fact.checked_at, environment.now()) < pause) return;
    const { fact, content } = kept;
    if (!content) {
      await forgetPreparation(environment, fact);
      return;
    }
    const { token, pack } = content;
    const body = pack ? { token, version: pack.version } : { token };
    let answer;
    try {
      answer = await this.#api.call(deviceEndpoints.readPack, { body });
    } catch (error) {
      await this.#failed(error, fact);
      return;
    }
    if (this.#closed) return;
    const { asked_at } = answer;
    await this.#store(fact, asked_at, answer.pack && { token, pack: answer.pack });
  }

  async #failed(error: unknown, fact: KeptFact): Promise<void> {
    if (error instanceof ApiProblem && error.code === deviceProblems.preparation_refused.code) {
      await forgetPreparation(this.#environment, fact);
      return;
    }
    // The next look asks again, and so does whatever says that the network is back.
    if (error instanceof NoNetworkError || error instanceof UnreadableAnswerError) return;
    if (!(error instanceof ApiProblem)) throw error;
    const milliseconds = Math.max(retryInterval, (error.retryAfter ?? 0) * 1000);
    this.#hold = { since: this.#environment.now(), milliseconds };
  }

  /** `content` is null where nothing is new. Nothing is stored where the tablet was prepared anew in the meantime. */
  async #store(
    asked: KeptFact,
    asked_at: string,
    content: { token: string; pack: TabletPack } | null,
  ): Promise<void> {
    const environment = this.#environment;
    const fact = factOf(asked.tenant_id);
    await withDeviceDatabase(environment, async (device) => {
      const sealed = content && (await new Sealer(environment, device).seal(content, fact));
      await device.together(async (facts) => {
        const present = await readFact(facts, asked.tenant_id);
        if (present?.preparation_id !== asked.preparation_id) return;
        const checked_at = environment.now();
        await facts.writeFact(fact, {
          ...present,
          asked_at,
          checked_at,
          ...(sealed && { sealed }),
        } satisfies KeptFact);
      });
    });
  }
}
