/** Days for which a grant is good; each sign-in gives it that long anew. */
export const grantDays = 30;

/** Calls of one person that wait at school to be looked at, at most; what is beyond stays on its device. */
export const parkedPerPerson = 1000;

/**
 * What is signed for a push by a grant. The first line says what for, so that a signature that was made for something else
 * is none for this, and the grant stands in it, so that it cannot be moved to another.
 */
export function grantMessage(grantId: string, push: string): string {
  return `quillshelf push by grant, version 1\n${grantId}\n${push}`;
}

/** The same for a picture. The hash is that of its bytes, so they are signed as well. */
export function pictureMessage(grantId: string, workId: string, sha256: string): string {
  return `quillshelf picture by grant, version 1\n${grantId}\n${workId}\n${sha256}`;
}

/** The same for a recording. */
export function recordingMessage(grantId: string, workId: string, sha256: string): string {
  return `quillshelf recording by grant, version 1\n${grantId}\n${workId}\n${sha256}`;
}
