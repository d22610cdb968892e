import { notePrepared } from '#src/session/prepared-here.ts';
import { browserEnvironment } from '#src/sync/browser-environment.ts';
import { forgetPreparation, keepPack, readPack, type KeptPack } from '#src/sync/tablet-pack.ts';

/** What the tablet in the hand keeps of being prepared. */
export interface ThisTablet {
  /** Null where it keeps nothing for this school. */
  read(tenantId: string): Promise<Pick<KeptPack, 'preparation_id' | 'token'> | null>;
  keep(pack: KeptPack): Promise<void>;
  forget(ended: Pick<KeptPack, 'tenant_id' | 'preparation_id'>): Promise<void>;
}

export const thisTablet: ThisTablet = {
  read: (tenantId) => readPack(browserEnvironment(), tenantId),
  keep: async (pack) => {
    await keepPack(browserEnvironment(), pack);
    notePrepared(pack.tenant_id);
  },
  forget: async (ended) => {
    await forgetPreparation(browserEnvironment(), ended);
    notePrepared(null);
  },
};
