import { useEffect } from 'react';
import * as v from 'valibot';
import { create } from 'zustand';
import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { modeOf } from '#contract/modes/modes.rules.ts';
import { Mode } from '#contract/modes/modes.schema.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { apiClient } from './api.ts';
import { deviceStorage, tabStorage } from './device-storage.ts';
import { useTenant, useUser } from './use-session.ts';

/** Specification, section 3: each data set loads as one of these. */
type DataStatus = 'idle' | 'loading' | 'succeeded' | 'failed';

interface ModesState {
  status: DataStatus;
  /** As this device last heard of them. */
  modes: readonly Mode[];
  /** What was picked in this tab: whose choice it is, and the mode's id. */
  choice: string | null;
}

/** The list, which is the same for everybody at a school: without a network there is something to pick from. */
const listKey = 'modes';
/** Per session (specification, section 3). */
const choiceKey = 'mode';

function readCopy(): readonly Mode[] {
  try {
    const result = v.safeParse(v.array(Mode), JSON.parse(deviceStorage.getItem(listKey) ?? '[]'));
    return result.success ? result.output : [];
  } catch {
    return [];
  }
}

const useModesStore = create<ModesState>()(() => ({
  status: 'idle',
  modes: readCopy(),
  choice: tabStorage.getItem(choiceKey),
}));

/** Asks the school anew. What is known already stays where it does not answer. */
export async function loadModes(): Promise<void> {
  useModesStore.setState({ status: 'loading' });
  try {
    const { results } = await apiClient.call(modeEndpoints.list, { query: { limit: 100 } });
    deviceStorage.setItem(listKey, JSON.stringify(results));
    useModesStore.setState({ status: 'succeeded', modes: results });
  } catch {
    // Said where somebody wants to pick one and there is none to show.
    useModesStore.setState({ status: 'failed' });
  }
}

let loadedFor: string | null = null;

/** The modes for whoever is signed in; for a visitor none. */
export function useModes(): { status: DataStatus; modes: readonly Mode[]; mode: Mode | null } {
  const user = useUser();
  const { status, modes, choice } = useModesStore();
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId === null || loadedFor === userId) return;
    loadedFor = userId;
    void loadModes();
  }, [userId]);
  if (!user) return { status: 'succeeded', modes: [], mode: null };
  const [chooser, chosenId = null] = choice?.split(' ') ?? [];
  return { status, modes, mode: modeOf(modes, chooser === user.id ? chosenId : null) };
}

/**
 * The mode that the lists of the home page and the library are to be of. Null where the school has no switchboard, and for
 * visitors: then they are of all modes.
 */
export function useMode(): Mode | null {
  const { tenant } = useTenant();
  const { mode } = useModes();
  return tenant?.switchboard === true ? mode : null;
}

/** From now on, in this tab and until somebody else signs in. */
export function pickMode({ id }: Pick<User, 'id'>, mode: Pick<Mode, 'id'>): void {
  const choice = `${id} ${mode.id}`;
  tabStorage.setItem(choiceKey, choice);
  useModesStore.setState({ choice });
}

/** The school changed one of them. */
export function noteMode(changed: Mode): void {
  useModesStore.setState(({ modes }) => ({
    modes: modes.map((mode) => (mode.id === changed.id ? changed : mode)),
  }));
}
