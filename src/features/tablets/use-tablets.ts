import { useInterval, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDeviceFacts } from '#src/session/use-device.ts';
import { useSyncStatus } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { withThisTablet } from './tablets.rules.ts';
import type { ThisTablet } from './this-tablet.ts';
import { loadTablets, useTabletsStore } from './tablets.store.ts';

/** Milliseconds between two looks at the list while it stands there. */
const interval = 30_000;

/** Of the preparation that is kept here, as of the last list; null where none is, undefined as long as that is not known. */
function usePreparationHere(tablet: ThisTablet, asOf: string | null): string | null | undefined {
  const tenantId = useUser()?.tenant_id;
  const [read, setRead] = useState<{ asOf: string; id: string | null } | null>(null);
  useEffect(() => {
    if (tenantId === undefined || asOf === null) return undefined;
    let isLeft = false;
    tablet.read(tenantId).then((kept) => {
      if (!isLeft) setRead({ asOf, id: kept?.preparation_id ?? null });
    }, globalThis.reportError);
    return () => {
      isLeft = true;
    };
  }, [tablet, tenantId, asOf]);
  // What was read before a newer list says nothing about that.
  return read?.asOf === asOf ? read.id : undefined;
}

/** The tablets of the class that the address names (`?class=<id>`), or all; fetched again while somebody looks. */
export function useTablets(api: ApiClient, tablet: ThisTablet) {
  const [address, setAddress] = useAddress();
  const classId = address.get('class');
  const state = useTabletsStore();
  const facts = useDeviceFacts();
  const { waiting, refused } = useSyncStatus();
  const own = waiting + refused;
  const preparationId = usePreparationHere(tablet, state.asOf);

  const reload = useCallback(() => void loadTablets(api, classId), [api, classId]);

  // This tablet is on the list only once the school has heard of it, which may be a moment after the page is there.
  const isReported = facts?.is_reported ?? false;
  useEffect(reload, [reload, isReported]);
  useInterval(
    () => {
      if (document.visibilityState === 'visible') reload();
    },
    interval,
    { autoInvoke: true },
  );
  useWindowEvent('online', reload);

  const tablets = useMemo(() => {
    const here = facts && {
      device_id: facts.device_id,
      unsent: own + facts.unsent_of_others,
      people: facts.others + (own > 0 ? 1 : 0),
      preparationId,
    };
    return withThisTablet(state.tablets, here);
  }, [state.tablets, facts, own, preparationId]);

  // Before the effect has run, what the store holds may be of another class.
  const isOfThisClass = state.classId === classId;
  return {
    classId,
    status: isOfThisClass ? state.status : 'loading',
    asOf: isOfThisClass ? state.asOf : null,
    tablets: isOfThisClass ? tablets : [],
    isGone: isOfThisClass && state.isGone,
    /** Address of this page without a class. */
    allTablets: `?${withParts({ class: null, page: null })(address)}`,
    busy: state.busy,
    /** Null until the school knows this tablet. */
    deviceId: facts?.is_reported === true ? facts.device_id : null,
    reload,
    showClass: (id: string | null) =>
      setAddress(withParts({ class: id, page: null }), { replace: true, preventScrollReset: true }),
  } as const;
}
