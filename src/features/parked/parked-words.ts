import type { GrantEnd } from '#contract/sync/grants.schema.ts';

/** What a change is, by the name of its endpoint: what is in it is the child's until somebody applies it. */
const kinds: Readonly<Record<string, string>> = {
  'cart.change': 'A cart was changed',
  'classes.archive': 'A class was archived',
  'classes.create': 'A class was made',
  'classes.recolour': 'A class was given another colour',
  'classes.rename': 'A class was renamed',
  'classes.restore': 'An archived class was brought back',
  'exports.noteList': 'A list was saved as a file',
  'identity.markTutorialSeen': 'A guided tour was seen',
  'imports.addRows': 'Students were added from a file',
  'imports.undo': 'An import of students was undone',
  'learning.assign': 'A course was set for a class, or taken back',
  'learning.setReminder': 'A reminder of a live event was set, or taken back',
  'learning.setStep': 'A step of a lesson was done',
  'profiles.chooseAvatar': 'A picture was chosen',
  'profiles.writeAboutMe': 'Something was written about oneself',
  'reading.choose': 'How pages look was chosen',
  'reading.mark': 'A bookmark was laid or taken out',
  'reading.reach': 'A book or story was read on',
  'reading.react': 'A kind word was said of a book or story',
  'students.addToClass': 'Students were added to a class',
  'students.archive': 'Students were archived',
  'students.move': 'Students were moved to another class',
  'students.rename': 'A name was changed',
  'students.restore': 'Archived students were brought back',
  'students.updatePrivacy': 'A privacy preference was changed',
  'students.updatePrivacyInBulk': 'Privacy preferences were changed',
  'writing.addChapter': 'A chapter or a page was added',
  'writing.begin': 'A story or a book was begun',
  'writing.change': 'The title, the cover or the plan of a story or a book was changed',
  'writing.discard': 'A story or a book was put away',
  'writing.handIn': 'A story or a book was handed in',
  'writing.moveChapter': 'A chapter or a page was moved',
  'writing.removeChapter': 'A chapter or a page was taken out',
  'writing.saveChapter': 'A chapter or a page was written',
  'writing.takeBack': 'A story or a book was taken back',
};

export function kindInWords(name: string): string {
  return kinds[name] ?? 'A saved change';
}

const reasons: Record<GrantEnd, string> = {
  card_replaced: 'the login card was replaced',
  password_compromised: 'somebody else knew the password',
  archived: 'the student is archived',
};

/** Why somebody has to look at it, as the rest of a sentence. */
export function reasonInWords(reason: GrantEnd): string {
  return reasons[reason];
}
