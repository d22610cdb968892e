import { readKey, writeKey, type KeyForm } from '#server/platform/page-key.ts';

/** Where a page ends: the sort value of its last row, its tenant and its id. */
export type ListKey = readonly [value: string, tenant: string, id: string];

/** What a sort value may look like; anything else was not made here. */
export type ValueForm = Exclude<KeyForm, 'id'>;

export function writeAfter(key: ListKey): string {
  return writeKey(key);
}

/** @throws Problem `request.invalid` for what no page of a list in this order ends with */
export function readAfter(after: string, form: ValueForm): ListKey {
  const [value = '', tenant = '', id = ''] = readKey(after, [form, 'id', 'id']);
  return [value, tenant, id];
}
