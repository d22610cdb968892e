import { apiPrefix } from '../kit/http.ts';
import { product } from '../kit/product.ts';
import { classStaff, seesWholeSchool, type Role } from '../kit/roles.ts';
import type { Licence, ResourceAudience, ResourceFileType } from './resources.schema.ts';

/** Who shares resources: the staff of a school or an organization, and the platform on its own site. */
export const sharing = [...classStaff, product.platformRole] as const;

export function mayShare(role: Role): boolean {
  return (sharing as readonly Role[]).includes(role);
}

/** Who decides that strangers see something, and looks after what others share. */
export function runsPlace(role: Role): boolean {
  return seesWholeSchool(role) || role === product.platformRole;
}

export const audienceWords: Readonly<Record<ResourceAudience, { label: string; hint: string }>> = {
  staff: { label: 'Staff only', hint: 'Teachers and administrators.' },
  community: {
    label: 'The whole school',
    hint: 'Staff, children, and families with the community password.',
  },
  public: { label: 'Everybody', hint: 'Visitors, too.' },
};

export const licenceWords: Readonly<Record<Licence, string>> = {
  own: 'I made it myself',
  public_domain: 'Public domain',
  cc_by: 'Creative Commons BY',
  cc_by_sa: 'Creative Commons BY-SA',
  cc_by_nc: 'Creative Commons BY-NC',
  cc_by_nc_sa: 'Creative Commons BY-NC-SA',
  permission: 'We were given permission',
  school_only: 'Bought for our school alone',
};

/** Why somebody may not show a resource to such an audience, in words; null where they may. */
export function audienceRefusal(
  role: Role,
  { audience, licence }: { audience: ResourceAudience; licence: Licence },
): string | null {
  if (audience !== 'public') return null;
  if (licence === 'school_only') return 'What was bought for the school alone is not for everybody.';
  return runsPlace(role) ? null : 'An administrator decides what is for everybody.';
}

/** The same of a superpower teacher on the platform's own site: all that they share is for everybody, once it was approved. */
export function offerRefusal({
  audience,
  licence,
}: {
  audience: ResourceAudience;
  licence: Licence;
}): string | null {
  if (licence === 'school_only') return 'What was bought for the school alone is not for everybody.';
  return audience === 'public' ? null : 'What you share here is for everybody, once it was read.';
}

/** Why a credit is missing, in words: of what somebody else made, it is said whose it is. */
export function creditRefusal({ licence, credit }: { licence: Licence; credit: string }): string | null {
  return licence === 'own' || credit.trim() !== '' ? null : 'Please say whose it is';
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/**
 * What a file is by its own bytes: its name and the type that it is sent with may be anything. A PDF begins with its mark, so that
 * it is not something else at the same time, and ends with what every reader looks for. Whether the pixels of a picture can be
 * read is another matter.
 */
export function resourceFileType(bytes: Uint8Array): ResourceFileType | null {
  if (/^%PDF-[12]\.\d/u.test(latin1(bytes.subarray(0, 8)))) {
    const end = latin1(bytes.subarray(-2048));
    return end.includes('startxref') && end.includes('%%EOF') ? 'application/pdf' : null;
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (latin1(bytes.subarray(0, 8)) === '\u0089PNG\r\n\u001A\n') return 'image/png';
  return null;
}

/** Where the file of a resource is fetched. What is for everybody needs no token; for the rest the caller is asked who they are. */
export function resourceFilePath({ id }: { id: string }): string {
  return `${apiPrefix}/resources/${id}/file/`;
}

export const fileWords: Readonly<Record<ResourceFileType, { label: string; extension: string }>> = {
  'application/pdf': { label: 'PDF', extension: 'pdf' },
  'image/jpeg': { label: 'Picture', extension: 'jpg' },
  'image/png': { label: 'Picture', extension: 'png' },
};
