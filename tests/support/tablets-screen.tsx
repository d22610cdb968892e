import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Device } from '#contract/devices/devices.schema.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { TabletsScreen } from '#src/features/tablets/tablets.screen.tsx';
import { useTabletsStore } from '#src/features/tablets/tablets.store.ts';
import type { ThisTablet } from '#src/features/tablets/this-tablet.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { type ApiClient, NoNetworkError } from '#src/sync/api-client.ts';
import type { KeptPack } from '#src/sync/tablet-pack.ts';
import type { FakeDevice } from '#tests/support/fake-device.ts';
import type { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { samplePreparation } from '#tests/support/screen-samples.ts';

/** The school's side of the list. */
class TestSchool implements ApiClient {
  readonly asked: [string, unknown][] = [];
  failure: Error | null = null;
  readonly prepared = {
    preparation_id: samplePreparation().id,
    token: 'T'.repeat(43),
    asked_at: '2026-11-20T10:42:00.000Z',
    pack: { version: 'one', classes: [], without_class: [] },
  };

  constructor(public devices: Device[]) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    this.asked.push([endpoint.name, input]);
    if (this.failure) throw this.failure;
    const { params, body } = input as { params?: { id: string }; body?: { name: string } };
    const one = this.devices.find(({ id }) => id === params?.id);
    if (endpoint.name === 'devices.rename') return { ...one, ...body } as never;
    if (endpoint.name === 'devices.forget') return {} as never;
    if (endpoint.name === 'devices.endPreparation') return { ...one, preparation: null } as never;
    if (endpoint.name === 'devices.prepare') return this.prepared as never;
    if (endpoint.name === 'devices.keepPreparations') {
      const results = this.devices.map(({ preparation, ...device }) => ({
        ...device,
        preparation: preparation && { ...preparation, is_paused: false, may_keep: false },
      }));
      return { results } as never;
    }
    return { count: this.devices.length, next: null, results: this.devices } as never;
  };
}

/** What the tablet in the hand keeps. */
export class TestTablet implements ThisTablet {
  kept: Omit<KeptPack, 'pack' | 'asked_at'> | null = null;
  failure: Error | null = null;

  async read() {
    return this.kept;
  }

  async keep(pack: KeptPack) {
    if (this.failure) throw this.failure;
    this.kept = pack;
  }

  async forget({ preparation_id }: { preparation_id: string }) {
    if (this.kept?.preparation_id === preparation_id) this.kept = null;
  }
}

export interface Given {
  replica?: FakeReplica;
  device?: FakeDevice;
  address?: string;
  kept?: TestTablet['kept'];
}

export function showTablets(devices: Device[], given: Given = {}, failure: Error | null = null) {
  const school = new TestSchool(devices);
  school.failure = failure;
  const tablet = new TestTablet();
  tablet.kept = given.kept ?? null;
  return { school, tablet, ...renderScreen(<TabletsScreen api={school} tablet={tablet} />, given) };
}

export const tenant_id = '01900000-0000-7000-8000-000000000001';

export function somebody(role: User['role'], first_name = 'Tess'): User {
  return {
    id: `01900000-0000-7000-8000-00000000000${first_name.length}`,
    tenant_id,
    first_name,
    last_name: 'Person',
    email: null,
    username: null,
    role,
    country: null,
    avatar: null,
  };
}

export async function choose({ user }: ReturnType<typeof showTablets>, tablet: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${tablet}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

/** Tablets of a school for the screens of one test file. */
export function tabletsScreen() {
  const noNetwork = new NoNetworkError('none', false);

  beforeEach(() => {
    useSessionStore.setState({ user: somebody('teacher') });
    useTabletsStore.setState(useTabletsStore.getInitialState());
  });

  afterEach(() => {
    // What is still drawn when the person goes would be asked once more.
    cleanup();
    useSessionStore.setState({ user: null });
  });

  return { noNetwork };
}
