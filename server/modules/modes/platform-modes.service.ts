import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { foldForComparing } from '#contract/kit/fold.ts';
import { Problem } from '#contract/kit/problem.ts';
import { modeProblems } from '#contract/modes/modes.problems.ts';
import { offeredModes } from '#contract/modes/modes.rules.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import type { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import { platformModeProblems } from '#contract/modes/platform-modes.problems.ts';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { framedPicture, refusePicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import * as repository from './platform-modes.repository.ts';
import type { ModeRow } from './platform-modes.repository.ts';

type Parsed<Name extends keyof typeof platformModeEndpoints> = EndpointParsed<
  (typeof platformModeEndpoints)[Name]
>;

/** Pixels; cards and the picker show 3:2. */
const frame = { width: 960, height: 640 };

interface DrawnPicture {
  content: Buffer;
  sha256: Buffer;
}

/** As the platform has it, which locks none. */
const modeOf = ({ position: _position, ...mode }: ModeRow): Mode => ({ ...mode, locked: false });

const isOffered = (row: ModeRow) => offeredModes([modeOf(row)]).length > 0;

/** @throws Problem `modes.name_taken` */
function refuseTaken(modes: readonly ModeRow[], id: string, name: string): void {
  const taken = modes.some(
    (mode) => mode.id !== id && foldForComparing(mode.name) === foldForComparing(name),
  );
  if (taken)
    throw new Problem(platformModeProblems.name_taken, {
      errors: { name: [platformModeProblems.name_taken.error] },
    });
}

async function tell(
  { transaction, actor }: Call<Actor>,
  action: AuditAction<'modes'>,
  mode: { id: string; name: string } | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action,
    subject_id: mode?.id ?? actor.tenant_id,
    details: { ...(mode && { name: mode.name }), ...details },
  });
}

/** Modes as the platform manages them for all schools. */
export function createPlatformModeService({ pictures }: { pictures: PictureWorkers }) {
  return {
    list({ transaction }: Call<Actor>): Promise<{ results: ManagedMode[] }> {
      return elsewhere(transaction, null, async () => {
        const usesOf = await repository.countUses(transaction);
        const rows = await repository.readModes(transaction);
        return { results: rows.map(({ position: _position, ...row }) => ({ ...row, ...usesOf(row.id) })) };
      });
    },

    /** The picture that was sent, drawn before the transaction. @throws Problem `modes.unreadable` */
    async drawPicture(
      sent: Blob | undefined,
      { tenant, signal }: OpenCall<Actor>,
    ): Promise<DrawnPicture | null> {
      if (sent === undefined) return null;
      try {
        const bytes = Buffer.from(await sent.arrayBuffer());
        const sender = { tenantId: tenant.id, signal };
        const content = await framedPicture({ bytes, workers: pictures, sender }, frame);
        return { content, sha256: sha256(content) };
      } catch (error) {
        return refusePicture(error, platformModeProblems.unreadable, 'image');
      }
    },

    /** @throws Problem `modes.name_taken`, `modes.id_taken` */
    async create(
      { body: { id, name, active } }: Parsed<'create'>,
      call: Call<Actor>,
      picture: DrawnPicture | null,
    ): Promise<Mode> {
      const { transaction, now } = call;
      // The body has one, or it was refused.
      if (!picture) throw new Problem(platformModeProblems.unreadable);
      const { mode, isNew } = await elsewhere(transaction, null, async () => {
        const modes = await repository.lockModes(transaction);
        const sentBefore = modes.find((each) => each.id === id);
        if (sentBefore && sentBefore.name !== name) throw new Problem(platformModeProblems.id_taken);
        if (sentBefore) return { mode: sentBefore, isNew: false };
        refuseTaken(modes, id, name);
        const image = await repository.keepPicture(transaction, { ...picture, created_at: now });
        const position = Math.max(0, ...modes.map((each) => each.position)) + 1;
        const row: ModeRow = { id, name, image, active, position, status: 'ACTIVE' };
        await repository.insertMode(transaction, row);
        return { mode: row, isNew: true };
      });
      if (isNew) await tell(call, 'modes.created', mode);
      return modeOf(mode);
    },

    /** @throws Problem `modes.not_found`, `modes.name_taken`, `modes.last_open` */
    async update(
      { params: { id }, body: { name, active } }: Parsed<'update'>,
      call: Call<Actor>,
      picture: DrawnPicture | null,
    ): Promise<Mode> {
      const { transaction, now } = call;
      const { before, after } = await elsewhere(transaction, null, async () => {
        const modes = await repository.lockModes(transaction);
        const found = modes.find((each) => each.id === id);
        if (!found) throw new Problem(modeProblems.not_found);
        if (name !== undefined) refuseTaken(modes, id, name);
        if (active === false && isOffered(found) && modes.filter(isOffered).length === 1)
          throw new Problem(platformModeProblems.last_open);
        const next: ModeRow = { ...found };
        if (name !== undefined) next.name = name;
        if (picture) next.image = await repository.keepPicture(transaction, { ...picture, created_at: now });
        if (active !== undefined && active !== isOffered(found)) {
          next.active = active;
          next.status = active ? 'ACTIVE' : 'INACTIVE';
        }
        await repository.updateMode(transaction, id, next);
        return { before: found, after: next };
      });
      const fields = (['name', 'image'] as const).filter((field) => before[field] !== after[field]);
      if (fields.length > 0) await tell(call, 'modes.changed', after, { fields });
      if (isOffered(before) !== isOffered(after))
        await tell(call, isOffered(after) ? 'modes.offered' : 'modes.taken_back', after);
      return modeOf(after);
    },

    /** @throws Problem `modes.order_changed` where these are not all modes, each once */
    async setOrder({ body: { ids } }: Parsed<'setOrder'>, call: Call<Actor>): Promise<{ results: Mode[] }> {
      const { transaction } = call;
      const { isNew, modes } = await elsewhere(transaction, null, async () => {
        const before = await repository.lockModes(transaction);
        const known = new Set(before.map(({ id }) => id));
        const named = new Set(ids);
        if (ids.length !== known.size || named.size !== known.size || ids.some((id) => !known.has(id)))
          throw new Problem(platformModeProblems.order_changed);
        await repository.placeModes(transaction, ids);
        return {
          isNew: before.some(({ id }, place) => id !== ids[place]),
          modes: await repository.readModes(transaction),
        };
      });
      if (isNew) await tell(call, 'modes.ordered', null, { names: modes.map(({ name }) => name) });
      return { results: modes.map(modeOf) };
    },
  };
}

export type PlatformModeService = ReturnType<typeof createPlatformModeService>;
