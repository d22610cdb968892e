import { useCallback, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import type { NewRequest, RequestKind, RequestState } from '#contract/requests/requests.schema.ts';
import { beginsWithZeros, proofInput } from '#contract/requests/proof.rules.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** Sums that are begun together; between two of such rounds the page goes on. */
const atOnce = 256;
/** Past so many the ticket is no longer worth the time. */
const most = 1_000_000;

const textBytes = (text: string) => new TextEncoder().encode(text);

/** The number that belongs to a ticket; empty where this browser cannot count, which refuses nothing. */
async function proofOf({ ticket, bits }: { ticket: string; bits: number }): Promise<string> {
  if (!window.isSecureContext) return '';
  for (let first = 0; first < most; first += atOnce) {
    const proofs = Array.from({ length: atOnce }, (_, place) => String(first + place));
    const hashes = await Promise.all(
      proofs.map((proof) => crypto.subtle.digest('SHA-256', textBytes(proofInput(ticket, proof)))),
    );
    const found = hashes.findIndex((hash) => beginsWithZeros(new Uint8Array(hash), bits));
    if (found >= 0) return proofs[found] ?? '';
  }
  return '';
}

const Identity = v.object({ id: v.string(), secret: v.string() });
type Identity = v.InferOutput<typeof Identity>;

export interface Sent {
  reference: string;
  state: RequestState;
  secret: string;
}

const bytesOfSecret = 32;

function newIdentity(): Identity {
  const bytes = crypto.getRandomValues(new Uint8Array(bytesOfSecret));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id: uuidv7(), secret };
}

const keyOf = (kind: RequestKind) => `request ${kind}`;

/** The same until it has arrived, also after a reload: so what is sent twice is one. */
function identityOf(kind: RequestKind): Identity {
  const kept = tabStorage.getItem(keyOf(kind));
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Identity), kept);
  if (read.success) return read.output;
  const identity = newIdentity();
  tabStorage.setItem(keyOf(kind), JSON.stringify(identity));
  return identity;
}

interface Ready {
  ticket: string;
  proof: string;
}

type FieldsOf<Each> = Each extends NewRequest
  ? Omit<Each, 'id' | 'secret' | 'ticket' | 'proof' | 'website'>
  : never;
/** What somebody filled in. */
export type RequestFields = FieldsOf<NewRequest>;

/** Sends one form: once, however often it is tried. */
export function useRequest(api: ApiClient, kind: RequestKind) {
  const [sent, setSent] = useState<Sent | null>(null);
  const ready = useRef<Promise<Ready> | null>(null);

  /** Asks for a ticket and works out its sum, while somebody types. A second call waits for the first. */
  const prepare = useCallback((): Promise<Ready> => {
    ready.current ??= (async () => {
      const ticket = await api.call(requestEndpoints.ticket, {});
      return { ticket: ticket.ticket, proof: await proofOf(ticket) };
    })();
    return ready.current;
  }, [api]);

  return {
    sent,
    /** Begun early; what fails is tried again when it is sent. */
    begin: useCallback(() => {
      prepare().catch(() => {
        ready.current = null;
      });
    }, [prepare]),

    /** @throws NoNetworkError, ApiProblem */
    async send(fields: RequestFields, website: string): Promise<void> {
      const identity = identityOf(kind);
      const attempt = async () => {
        const along = await prepare().finally(() => {
          // A ticket is good once.
          ready.current = null;
        });
        const body = { ...identity, ...along, website, ...fields };
        return await api.call(requestEndpoints.send, { body });
      };
      const answer = await attempt().catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem) || error.code !== requestFormProblems.ticket_old.code) throw error;
        return await attempt();
      });
      tabStorage.removeItem(keyOf(kind));
      setSent({ ...answer, secret: identity.secret });
    },

    another: () => setSent(null),
  };
}
