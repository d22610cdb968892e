/** Every letter that the program writes. */
export type LetterKind =
  | 'affiliations.accepted'
  | 'affiliations.asked'
  | 'affiliations.declined'
  | 'affiliations.parted'
  | 'affiliations.register'
  | 'causes.closed'
  | 'causes.draft'
  | 'causes.open'
  | 'causes.paused'
  | 'causes.submitted'
  | 'champions.again'
  | 'champions.revoked'
  | 'closings.begun'
  | 'closings.code'
  | 'closings.receipt'
  | 'closings.reminder'
  | 'closings.write_off_code'
  | 'learning.reminder'
  | 'members.confirm_email'
  | 'members.email_change_asked'
  | 'members.email_changed'
  | 'members.invitation'
  | 'offers.accepted'
  | 'offers.confirm'
  | 'offers.refused'
  | 'orders.code'
  | 'orders.paid'
  | 'orders.refunded'
  | 'orders.transfer'
  | 'passwords.changed'
  | 'passwords.reset_link'
  | 'payments.findings'
  | 'payouts.arrived'
  | 'payouts.arrived_for_school'
  | 'requests.answered'
  | 'requests.arrived'
  | 'requests.confirm'
  | 'requests.invitation'
  | 'requests.received'
  | 'subscriptions.due'
  | 'subscriptions.read_only'
  | 'subscriptions.reminder'
  | 'tenants.exported'
  | 'tenants.mails_nearly_full'
  | 'tenants.many_streams'
  | 'tenants.nearly_full'
  | 'tenants.welcome'
  | 'visits.asked'
  | 'visits.broke_glass'
  | 'visits.confirm_glass'
  | 'visits.glass_code';

/** Those that are sent again with a new link; the earlier link stops working. */
const againKinds = ['members.confirm_email', 'members.invitation', 'passwords.reset_link'] as const;
export type AgainKind = (typeof againKinds)[number];

export const isAgainKind = (kind: string): kind is AgainKind => againKinds.some((each) => each === kind);

/** Somebody waits in front of a screen for them; they go however many letters a school has sent today. */
export const isUrgentLetter = (kind: string): boolean =>
  /^passwords\.|\.(?:code|confirm|confirm_email|confirm_glass|email_change_asked|glass_code)$/u.test(kind);

/** Letters to those who work at a school or run it. All others go to families, buyers and visitors as well. */
export const goesToStaff = (kind: string): boolean =>
  /^(?:affiliations|causes|champions|closings|learning|members|subscriptions|tenants|visits)\./u.test(kind);

/** `a…z@greenfield.test` */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const characters = Array.from(at < 0 ? address : address.slice(0, at));
  const last = characters.length > 2 ? (characters.at(-1) ?? '') : '';
  return `${characters[0] ?? ''}…${last}${at < 0 ? '' : address.slice(at)}`;
}
