/** A link to a part of an export, with who gave it: it is good while they may still give one. */
interface ExportToken {
  /** 256 bits, as 43 characters. */
  secret: string;
  /** The school's own tenant, or the platform's. */
  giver_tenant_id: string;
  giver_id: string;
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(`^[\\w-]{43}\\.(${id})\\.(${id})$`, 'u');

/** What stands in the link. The whole of it is hashed, so nobody puts another giver into it. */
export function tokenOf({ secret, giver_tenant_id, giver_id }: ExportToken): string {
  return [secret, giver_tenant_id, giver_id].join('.');
}

/** @returns null for what `tokenOf` never made */
export function giverIn(token: string): Omit<ExportToken, 'secret'> | null {
  const [, giver_tenant_id, giver_id] = shape.exec(token) ?? [];
  return giver_tenant_id === undefined || giver_id === undefined ? null : { giver_tenant_id, giver_id };
}
