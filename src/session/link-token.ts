import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

function partOf(hash: string, name: string): string | null {
  const part = new URLSearchParams(hash.slice(1)).get(name);
  return part === '' ? null : part;
}

/** The token of a link in an e-mail. It stands behind a `#`, so that no server, log or referrer gets it. */
export function tokenInHash(hash: string): string | null {
  return partOf(hash, 'token');
}

/** Name and e-mail address of a school as a letter says them, so that nobody types them again. */
export function schoolInHash(hash: string): { school_name: string; email: string } {
  return { school_name: partOf(hash, 'school') ?? '', email: partOf(hash, 'email') ?? '' };
}

interface LinkedToken<Kind extends string> {
  kind: Kind;
  token: string;
}

/**
 * What the link that opened this page carries, by its name behind the `#`; null where there was nothing. It does not stay in the
 * address and the history.
 * @param page address of the page without it
 * @param earlier what a link carries that was sent when it stood elsewhere in the address
 */
export function useLinkedToken<Kind extends string>(
  page: string,
  kinds: readonly Kind[],
  earlier: LinkedToken<Kind> | null = null,
): LinkedToken<Kind> | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [inHash] = kinds.flatMap((kind) => {
    const token = partOf(hash, kind);
    return token === null ? [] : [{ kind, token }];
  });
  const opened = inHash ?? (earlier?.token === '' ? null : earlier);
  const [link, setLink] = useState(opened);
  if (opened !== null && (opened.token !== link?.token || opened.kind !== link.kind)) setLink(opened);
  const isOpened = opened !== null;
  useEffect(() => {
    if (isOpened) void navigate(page, { replace: true });
  }, [isOpened, page, navigate]);
  return link;
}

/** The token of a link with one, as `useLinkedToken`. */
export function useLinkToken(page: string): string | null {
  return useLinkedToken(page, ['token'])?.token ?? null;
}
