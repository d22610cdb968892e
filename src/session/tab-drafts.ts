import * as v from 'valibot';
import { tabStorage } from './device-storage.ts';
import type { OwnDrafts } from './local-drafts.ts';

const Kept = v.object({ value: v.unknown(), kept_at: v.number() });

const keyOf = (name: string) => `keepsake ${name}`;

/**
 * Of visitors, who have no session that could end: in the tab and for as long as it is open, because the device may be anybody's.
 */
export const tabDrafts: OwnDrafts = {
  async keep(name, value) {
    try {
      tabStorage.setItem(keyOf(name), JSON.stringify({ value, kept_at: Date.now() }));
    } catch {
      // A device that is full: the form itself still has it.
    }
  },
  async read(name) {
    const text = tabStorage.getItem(keyOf(name));
    return text === null ? null : v.parse(Kept, JSON.parse(text));
  },
  async drop(name) {
    tabStorage.removeItem(keyOf(name));
  },
};
