import { useEffect, useRef, useState } from 'react';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits, filmTooLarge, partsOf, type Film } from '#contract/content/films.schema.ts';
import { hexOf } from '#contract/kit/hex.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';

export type Sending =
  | { state: 'idle'; problem: string | null }
  | { state: 'sending'; sent: number; of: number }
  /** The network broke: what was sent is kept. */
  | { state: 'stopped'; file: File; why: string };

const partAt = (file: Blob, n: number) =>
  file.slice(n * filmLimits.partBytes, (n + 1) * filmLimits.partBytes, 'application/octet-stream');

async function hashOf(part: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(await part.arrayBuffer()));
  return hexOf(hash);
}

/** Sends a file part by part; those that are there already are left out. */
async function sendFilm(
  { api, pageId }: { api: ApiClient; pageId: string },
  file: File,
  { signal, onPart }: { signal: AbortSignal; onPart: (sent: number) => void },
): Promise<Film> {
  const first_part = await hashOf(partAt(file, 0));
  const begun = await api.call(
    filmEndpoints.begin,
    { params: { id: pageId }, body: { bytes: file.size, first_part } },
    { signal },
  );
  const there = new Set(begun.parts.map(({ n, sha256 }) => `${n} ${sha256}`));
  const params = { id: pageId, filmId: begun.id };
  for (let n = 0; n < partsOf(file.size); n += 1) {
    const part = partAt(file, n);
    const sha256 = n === 0 ? first_part : await hashOf(part);
    if (!there.has(`${n} ${sha256}`))
      await api.call(
        filmEndpoints.sendPart,
        { params: { ...params, n: String(n) }, body: { sha256, part } },
        { signal },
      );
    onPart(Math.min((n + 1) * filmLimits.partBytes, file.size));
  }
  return await api.call(filmEndpoints.finish, { params }, { signal });
}

/** The way of an MP4 to the server. It ends when its field is closed; the same file then goes on where it stopped. */
export function useFilmUpload(
  place: { api: ApiClient; pageId: string } | null,
  onReady: (film: Film) => void,
) {
  const [sending, setSending] = useState<Sending>({ state: 'idle', problem: null });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  useAtWork(sending.state === 'sending');

  async function send(file: File): Promise<void> {
    if (!place) return;
    if (file.size > filmLimits.bytes || file.size === 0) {
      setSending({ state: 'idle', problem: file.size === 0 ? 'This file is empty' : filmTooLarge });
      return;
    }
    const ending = new AbortController();
    running.current = ending;
    setSending({ state: 'sending', sent: 0, of: file.size });
    try {
      const film = await sendFilm(place, file, {
        signal: ending.signal,
        onPart: (sent) => setSending({ state: 'sending', sent, of: file.size }),
      });
      setSending({ state: 'idle', problem: null });
      onReady(film);
    } catch (error) {
      if (ending.signal.aborted) return;
      const { isOffline, text, code, fields } = failureOf(error, { offline: 'What was sent is kept.' });
      const goesOn = isOffline || code === 'content.broken_part';
      setSending(
        goesOn
          ? { state: 'stopped', file, why: text }
          : { state: 'idle', problem: fields['film'] ?? fields['bytes'] ?? text },
      );
    }
  }

  function stop(): void {
    running.current?.abort();
    setSending({ state: 'idle', problem: null });
  }

  return { sending, send, stop };
}
