import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import type { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceProblems } from '#contract/resources/resources.problems.ts';
import {
  audienceRefusal,
  creditRefusal,
  offerRefusal,
  resourceFileType,
  runsPlace,
} from '#contract/resources/resources.rules.ts';
import { offersPerPerson } from '#contract/resources/resource-offers.schema.ts';
import {
  resourceLimits,
  type Resource,
  type ResourceFileType,
  type ResourceQuery,
  type SavedResource,
} from '#contract/resources/resources.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { refusePicture, sheetPicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { admitMedia } from '#server/platform/usage.ts';
import { readerOf } from '../works/reader.ts';
import { openOffer, settleOffer } from './resource-offers.repository.ts';
import * as repository from './resources.repository.ts';
import type { Reading } from '../works/works.repository.ts';

type Parsed<Name extends keyof typeof resourceEndpoints> = EndpointParsed<(typeof resourceEndpoints)[Name]>;

export async function listResources(query: ResourceQuery, reading: Reading) {
  // Nobody is signed in, so nothing is theirs.
  if (query.by === 'me' && !('id' in reading.reader)) return { count: 0, next: null, results: [] };
  const { count, rows } = await repository.listResources(reading, query);
  const { limit, offset, search, sort, ...filters } = query;
  const next = nextPage({ limit, offset, search }, count, {
    ...filters,
    sort: sort === '-updated_at' ? undefined : sort,
  });
  return { count, next, results: rows };
}

/** @throws Problem `resources.not_found`, also of what the reader may not see */
export async function readResource(id: string, reading: Reading): Promise<Resource> {
  const resource = await repository.findResource(reading, id);
  if (!resource) throw new Problem(resourceProblems.not_found);
  return resource;
}

interface SheetFile {
  media_type: ResourceFileType;
  sha256: Buffer;
  content: Buffer;
}

/** At the field of the file. */
function refuseFile(): never {
  const { unreadable } = resourceProblems;
  throw new Problem(unreadable, { errors: { file: [unreadable.error] } });
}

/** @throws Problem `resources.unreadable` */
async function readFile(
  sent: Blob,
  workers: PictureWorkers,
  { tenant, signal }: OpenCall,
): Promise<SheetFile> {
  const bytes = Buffer.from(await sent.arrayBuffer());
  const media_type = resourceFileType(bytes);
  if (media_type === null) refuseFile();
  if (media_type === 'application/pdf') return { media_type, sha256: sha256(bytes), content: bytes };
  try {
    const sender = { tenantId: tenant.id, signal };
    const kept = { type: media_type, side: resourceLimits.side };
    const content = await sheetPicture({ bytes, workers, sender }, kept);
    return { media_type, sha256: sha256(content), content };
  } catch (error) {
    return refusePicture(error, resourceProblems.unreadable, 'file');
  }
}

/** A superpower teacher shares nothing by themselves: the platform reads it first. */
const isOffering = ({ champion }: Actor): boolean => champion !== undefined;

/** @throws Problem `resources.not_for_everybody`, or one at the credit */
function refuseTerms(actor: Actor, body: SavedResource): void {
  const { not_for_everybody } = resourceProblems;
  const audience = isOffering(actor) ? offerRefusal(body) : audienceRefusal(actor.role, body);
  if (audience !== null)
    throw new Problem(not_for_everybody, { error: audience, errors: { audience: [audience] } });
  const credit = creditRefusal(body);
  if (credit !== null) throw new Problem(requestProblems.invalid, { errors: { credit: [credit] } });
}

/** @throws Problem `resources.not_yours` */
function refuseOthers(actor: Actor, { created_by }: { created_by: string }): void {
  if (created_by !== actor.id && !runsPlace(actor.role)) throw new Problem(resourceProblems.not_yours);
}

/**
 * Keeps a resource, or what was changed of it. Its file is looked at before any transaction begins, since that takes a while.
 * @throws Problem `resources.not_yours`, `resources.unreadable`, `resources.nothing_in_it`, `resources.not_for_everybody`,
 *   `resources.too_many`
 */
export async function saveResource(
  { database, workers }: { database: Database; workers: PictureWorkers },
  { params, body }: Parsed<'save'>,
  call: OpenCall<Actor>,
): Promise<Resource> {
  const { actor, now } = call;
  const { tenant_id, id: created_by } = actor;
  const { file, ...fields } = body;
  refuseTerms(actor, body);
  const sent = file instanceof Blob ? await readFile(file, workers, call) : null;
  return await inTenant(database, tenant_id, async (transaction) => {
    const { resourceId: id } = params;
    const before = await repository.lockResource(transaction, tenant_id, id);
    if (before) refuseOthers(actor, before);
    const stays = file === undefined && before && (await repository.hasFile(transaction, tenant_id, id));
    if (!sent && !stays && fields.text === '') {
      const { nothing_in_it } = resourceProblems;
      throw new Problem(nothing_in_it, { errors: { file: [nothing_in_it.error] } });
    }
    await repository.storeResource(transaction, tenant_id, {
      ...fields,
      ...(isOffering(actor) && { audience: 'staff' }),
      id,
      created_by: before?.created_by ?? created_by,
      now,
    });
    if (sent) {
      await admitMedia(transaction, tenant_id, { bytes: sent.content.length, now });
      await repository.storeFile(transaction, tenant_id, id, sent);
    } else if (file === 'none') await repository.dropFile(transaction, tenant_id, id);
    const most = isOffering(actor) ? offersPerPerson : resourceLimits.perPerson;
    if (!before && (await repository.countOf(transaction, tenant_id, created_by)) > most)
      throw new Problem(resourceProblems.too_many);
    if (isOffering(actor)) await openOffer(transaction, tenant_id, { resource_id: id, now });
    else if (fields.audience === 'public')
      await settleOffer(transaction, tenant_id, { resource_id: id, by: actor.id, now });
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: before ? 'resources.changed' : 'resources.shared',
      subject_id: id,
      details: { name: fields.title },
    });
    // To all else a champion is a visitor, who does not see it yet.
    const reader = isOffering(actor) ? ({ kind: 'teacher', id: actor.id } as const) : readerOf(actor, false);
    return await readResource(id, { transaction, tenantId: tenant_id, reader });
  });
}

/** @throws Problem `resources.not_found`, `resources.not_yours` */
export async function removeResource(
  { params }: Parsed<'remove'>,
  { transaction, actor }: Call<Actor>,
): Promise<{ id: string }> {
  const { tenant_id } = actor;
  const resource = await repository.lockResource(transaction, tenant_id, params.resourceId);
  if (!resource) throw new Problem(resourceProblems.not_found);
  refuseOthers(actor, resource);
  await repository.deleteResource(transaction, tenant_id, resource.id);
  await audit(transaction, {
    tenant_id,
    actor_id: actor.id,
    action: 'resources.removed',
    subject_id: resource.id,
    details: { name: resource.title },
  });
  return { id: resource.id };
}
