import { useCallback, useEffect, useState } from 'react';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from './use-address.ts';

/** The part of an address that opens a dialog on the page. */
const opensPart = 'do';

/**
 * A dialog that is opened by a button or by the address: `?do=invite`, as a list of things to do leads there. That part is taken
 * out again, so that neither a reload nor the way back opens it once more.
 */
export function useOpenedByAddress(what: string) {
  const [address, setAddress] = useAddress();
  const isAsked = address.get(opensPart) === what;
  const [opened, setOpened] = useState(isAsked);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setOpened(true);
  }
  useEffect(() => {
    if (isAsked) setAddress(withParts({ [opensPart]: null }), { replace: true });
  }, [isAsked, setAddress]);
  const open = useCallback(() => setOpened(true), []);
  const close = useCallback(() => setOpened(false), []);
  return { opened, open, close };
}
