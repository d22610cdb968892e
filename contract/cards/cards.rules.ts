/** What the code of a login card holds. Specification, section 5; the password on a card is a badge. */
export function cardCode(card: { username: string; badge: string }): string {
  return JSON.stringify({ username: card.username, password: card.badge });
}

const badgePattern = /^[\w-]{22}$/u;

/** True for what could be a badge: 128 bits in base64url. */
export function looksLikeBadge(text: string): boolean {
  return badgePattern.test(text);
}

/** What no system of files takes in a name, and what would hide or turn round in one. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;

/** A name as a part of a file's name. Letters of all scripts stay. */
function fileNamePart(name: string): string {
  return name.replaceAll(notInFileNames, ' ').trim().replaceAll(/\s+/gu, ' ');
}

/** Specification, section 9: `Class_{name}_LoginDetails.pdf`. */
export function classCardsFileName(className: string): string {
  return `Class_${fileNamePart(className)}_LoginDetails.pdf`;
}

/** Of the cards of students of several classes. */
export const studentCardsFileName = 'Students_LoginDetails.pdf';

/** Of the picture with one student's card. By username, which is ASCII and the student's own. */
export function studentCardFileName(username: string): string {
  return `${fileNamePart(username)}_LoginDetails.png`;
}
