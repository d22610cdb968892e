import { create } from 'zustand';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import type { Device } from '#contract/devices/devices.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { isGone } from '#src/session/is-gone.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import type { ThisTablet } from './this-tablet.ts';

/**
 * - `unreachable`: the school did not answer the last time.
 * - `failed`: it answered that this cannot be.
 */
export type TabletsStatus = 'loading' | 'ready' | 'unreachable' | 'failed';

/** The last list of one class, or of all. It stays as long as its reader is signed in, and is no longer than that. */
interface TabletsState {
  /** Id of a class; null for all. */
  classId: string | null;
  status: TabletsStatus;
  tablets: readonly Device[];
  /** True where the server says that there is no such class. */
  isGone: boolean;
  /** When the list was fetched, ISO 8601; null where none was. */
  asOf: string | null;
  /** True while it is being fetched. */
  busy: boolean;
}

const nothing: TabletsState = {
  classId: null,
  status: 'loading',
  tablets: [],
  isGone: false,
  asOf: null,
  busy: false,
};

export const useTabletsStore = create<TabletsState>()(() => nothing);

// Names of children are in it, and the next person is another one.
useSessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) useTabletsStore.setState(nothing);
});

async function fetchAll(api: ApiClient, classId: string | null): Promise<Device[]> {
  const found: Device[] = [];
  for (;;) {
    const page = { limit: limits.pageMaximum, offset: found.length };
    const query = classId === null ? page : { ...page, school_class: classId };
    const { next, results } = await api.call(deviceEndpoints.list, { query });
    found.push(...results);
    if (next === null || results.length === 0) return found;
  }
}

/** Fetches the list. One of another class goes away at once; the same one stays until the new one is there. */
export async function loadTablets(api: ApiClient, classId: string | null): Promise<void> {
  const { user } = useSessionStore.getState();
  if (useTabletsStore.getState().classId !== classId) useTabletsStore.setState({ ...nothing, classId });
  useTabletsStore.setState({ busy: true });
  const isWanted = () =>
    useTabletsStore.getState().classId === classId && useSessionStore.getState().user?.id === user?.id;
  try {
    const tablets = await fetchAll(api, classId);
    const asOf = new Date().toISOString();
    if (isWanted()) useTabletsStore.setState({ status: 'ready', tablets, isGone: false, asOf, busy: false });
  } catch (error) {
    const status = error instanceof ApiProblem ? 'failed' : 'unreachable';
    if (isWanted()) useTabletsStore.setState({ status, isGone: isGone(error), busy: false });
  }
}

function showInstead(changed: Device): void {
  const { tablets } = useTabletsStore.getState();
  useTabletsStore.setState({
    tablets: tablets.map((tablet) => (tablet.id === changed.id ? changed : tablet)),
  });
}

export async function renameTablet(api: ApiClient, id: string, name: string): Promise<void> {
  showInstead(await api.call(deviceEndpoints.rename, { params: { id }, body: { name } }));
}

/** Has the school prepare the tablet in the hand, and keeps here what that gives. */
export async function prepareTablet(
  api: ApiClient,
  tablet: ThisTablet,
  { tenant_id, ...wanted }: { tenant_id: string; device_id: string; school_class_ids: string[] | null },
): Promise<void> {
  const before = await tablet.read(tenant_id);
  const body = before ? { ...wanted, token: before.token } : wanted;
  const prepared = await api.call(deviceEndpoints.prepare, { body });
  try {
    await tablet.keep({ tenant_id, ...prepared });
  } catch (error) {
    // A tablet that keeps nothing is not prepared, and must not look so in the list.
    await api.call(deviceEndpoints.endPreparation, { params: { id: wanted.device_id } });
    throw error;
  }
}

/** Takes over what is paused on these tablets. */
export async function keepPreparations(api: ApiClient, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += limits.tabletsPerCall) {
    const device_ids = ids.slice(start, start + limits.tabletsPerCall);
    const { results } = await api.call(deviceEndpoints.keepPreparations, { body: { device_ids } });
    for (const changed of results) showInstead(changed);
  }
}

export async function endPreparation(api: ApiClient, id: string): Promise<void> {
  showInstead(await api.call(deviceEndpoints.endPreparation, { params: { id } }));
}

export async function forgetTablet(api: ApiClient, id: string): Promise<void> {
  await api.call(deviceEndpoints.forget, { params: { id } });
  const { tablets } = useTabletsStore.getState();
  useTabletsStore.setState({ tablets: tablets.filter((tablet) => tablet.id !== id) });
}
