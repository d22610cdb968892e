/** Why a waiting version would be put in force now. */
export type UpdateMoment = 'asked' | 'hidden' | 'navigation';

interface Circumstances {
  /** A form or an editor of this tab has something unsaved. */
  hasUnsavedForm: boolean;
  /** Changes are on their way to the server. */
  isSending: boolean;
  /** Another tab said that it has one of the two. */
  isOtherTabBusy: boolean;
}

/** A person may always. By itself it happens only when nobody looks or turns a page, and nothing is in the middle of anything. */
export function mayUpdate(
  moment: UpdateMoment,
  { hasUnsavedForm, isSending, isOtherTabBusy }: Circumstances,
): boolean {
  return moment === 'asked' || !(hasUnsavedForm || isSending || isOtherTabBusy);
}
