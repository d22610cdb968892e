import * as v from 'valibot';
import { defaultColors, Tenant } from '#contract/tenants/tenants.schema.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { tenantStyleSheet } from '#src/lib/tenant-colors.ts';
import { apiClient } from './api.ts';
import { deviceStorage, tabStorage } from './device-storage.ts';
import { useSessionStore } from './session.store.ts';

// Per session as the specification says, and a copy on the device for a start without a network.
const key = 'tenant';

/** Milliseconds. */
const retryDelay = 5000;
/** Milliseconds that a first visit waits for the school's name and colours before it does without. */
const patience = 1500;

function readCopy(): Tenant | null {
  const text = tabStorage.getItem(key) ?? deviceStorage.getItem(key);
  if (text === null) return null;
  try {
    const result = v.safeParse(Tenant, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

function keepCopy(tenant: Tenant): void {
  const text = JSON.stringify(tenant);
  tabStorage.setItem(key, text);
  deviceStorage.setItem(key, text);
}

function dropCopy(): void {
  tabStorage.removeItem(key);
  deviceStorage.removeItem(key);
}

/** Puts every colour of the tenant on the page as a variable. */
function applyTenantColors(tenant: Readonly<Record<string, unknown>>): void {
  const id = 'tenant-colors';
  const present = document.getElementById(id);
  const sheet = present ?? document.createElement('style');
  sheet.id = id;
  sheet.textContent = tenantStyleSheet(tenant);
  if (!present) document.head.append(sheet);
}

function show(tenant: Tenant): void {
  applyTenantColors(tenant);
  useSessionStore.setState({ tenant, status: 'ready' });
}

async function fetchTenant(): Promise<void> {
  try {
    const tenant = await apiClient.call(tenantEndpoints.readCurrent, {});
    adoptTenant(tenant);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === tenantProblems.unknown_host.code) {
      dropCopy();
      useSessionStore.setState({ tenant: null, status: 'unknown_host', refusal: error.body });
      return;
    }
    if (useSessionStore.getState().tenant !== null) return;
    useSessionStore.setState({ status: 'unreachable' });
    setTimeout(() => void fetchTenant(), retryDelay);
  }
}

/** The tenant as it is from now on, in this tab and in all others. */
export function adoptTenant(tenant: Tenant): void {
  keepCopy(tenant);
  show(tenant);
}

/** Another tab heard something new of the tenant: this one shows it too. */
function followOtherTabs(): void {
  window.addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed !== key || newValue === null) return;
    tabStorage.setItem(key, newValue);
    const tenant = readCopy();
    if (tenant) show(tenant);
  });
}

/** Finds out whose site this is: at once from the copy, then from the server. */
export function loadTenant(): void {
  const copy = readCopy();
  if (copy) show(copy);
  else {
    applyTenantColors(defaultColors);
    setTimeout(() => {
      if (useSessionStore.getState().status === 'loading')
        useSessionStore.setState({ status: 'unreachable' });
    }, patience);
  }
  void fetchTenant();
  followOtherTabs();
}
