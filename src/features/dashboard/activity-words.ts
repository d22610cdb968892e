import * as v from 'valibot';
import type { Activity } from '#contract/dashboard/dashboard.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { Role } from '#contract/kit/roles.ts';
import { counted } from '#src/lib/counted.ts';
import { roleName } from '#src/session/dashboards.ts';

type Telling = Pick<Activity, 'subject' | 'count' | 'facts'>;

/** To whom or what: the name, or how many. */
function whom({ subject, count }: Telling, one: string, several: string): string {
  if (subject) return subject.name;
  return count === 1 ? `a ${one}` : counted(count, one, several);
}

const student = (telling: Telling) => whom(telling, 'student', 'students');
/** A colleague, or somebody of another school to whom it was done from here. */
const member = (telling: Telling) =>
  telling.subject === null && telling.facts.partner !== undefined
    ? `${telling.facts.name ?? 'a person'} of ${telling.facts.partner}`
    : whom(telling, 'colleague', 'colleagues');
const person = (telling: Telling) => whom(telling, 'person', 'people');
const work = ({ count }: Telling) =>
  count === 1 ? 'a book or story' : counted(count, 'book or story', 'books and stories');
const schoolClass = (telling: Telling) =>
  telling.subject ? `the class ${quoted(telling.subject.name)}` : whom(telling, 'class', 'classes');
const tablet = (telling: Telling) => whom(telling, 'tablet', 'tablets');
const partner = ({ facts }: Telling) => facts.partner ?? 'a partner';
const ofPartner = ({ facts }: Telling) => (facts.partner === undefined ? '' : ` of ${facts.partner}`);
const quoted = (text: string | undefined) => (text === undefined ? '' : `“${text}”`);

/** A newer server may know more roles. */
const role = (name = '') => (v.is(Role, name) ? roleName(name) : 'another role').toLowerCase();

const causeMoves: Readonly<Record<string, string>> = {
  draft: 'took the cause back',
  submitted: 'handed the cause in',
  open: 'opened the cause',
  paused: 'paused the cause',
  closed: 'ended the cause',
};
const causeMoved = ({ name, to = '' }: Telling['facts']) =>
  `${causeMoves[to] ?? 'changed the cause'}: ${quoted(name)}`;

/** What somebody did, to be read after who it was. The words of each action that the server writes down. */
const activityWords: Readonly<Record<AuditAction, (telling: Telling) => string>> = {
  'affiliations.accepted': (telling) => `said yes: the school and ${partner(telling)} are linked`,
  'affiliations.asked': (telling) => `asked for a link with ${partner(telling)}`,
  'affiliations.declined': (telling) => `said no to a link with ${partner(telling)}`,
  'affiliations.invited': ({ facts }) => `invited ${facts.email ?? 'a school'} to register`,
  'affiliations.left': (telling) => `ended the link with ${partner(telling)}`,
  'affiliations.removed': (telling) => `ended the link with ${partner(telling)}`,
  'affiliations.uninvited': () => 'took back an invitation to register',
  'affiliations.withdrawn': (telling) => `took back the question for a link with ${partner(telling)}`,
  'cards.issued': (telling) => `printed login cards for ${student(telling)}`,
  'cards.password_revealed': (telling) => `looked at the password of ${student(telling)}`,
  'cards.settings_changed': ({ facts }) =>
    facts.to === 'with passwords'
      ? 'let login cards show passwords'
      : 'let login cards show no passwords any more',
  'cards.voided': (telling) => `replaced the login cards of ${student(telling)}`,
  'catalogue.featured': (telling) => `put ${work(telling)} first in the library`,
  'catalogue.shelved': (telling) => `chose the shelves of ${work(telling)}`,
  'catalogue.unfeatured': (telling) => `put ${work(telling)} back in turn in the library`,
  'categories.archived': ({ facts }) => `took the category ${quoted(facts.name)} off the shelves`,
  'categories.created': ({ facts }) => `made the category ${quoted(facts.name)}`,
  'categories.offered': ({ facts }) => `offered the category ${quoted(facts.name)} to new schools`,
  'categories.offered_no_more': ({ facts }) =>
    `stopped offering the category ${quoted(facts.name)} to new schools`,
  'categories.renamed': ({ facts }) => `named a category ${quoted(facts.name)}`,
  'categories.restored': ({ facts }) => `put the category ${quoted(facts.name)} back`,
  'causes.changed': ({ facts }) => `changed the cause ${quoted(facts.name)}`,
  'causes.moved': ({ facts }) => causeMoved(facts),
  'causes.named': ({ facts }) => `named the cause ${quoted(facts.name)}`,
  'certificates.issued': ({ facts }) => `made a certificate about ${quoted(facts.name)}`,
  'certificates.withdrawn': ({ facts }) => `withdrew a certificate about ${quoted(facts.name)}`,
  'causes.told': ({ facts }) => `told what happened with the cause ${quoted(facts.name)}`,
  'champions.extended': ({ facts, ...telling }) =>
    `changed the last day of ${facts.name ?? person({ facts, ...telling })} as a champion`,
  'champions.granted': ({ facts, ...telling }) =>
    `made ${facts.name ?? person({ facts, ...telling })} a champion`,
  'champions.revoked': ({ facts, ...telling }) =>
    `revoked the rights of ${facts.name ?? person({ facts, ...telling })} as a champion`,
  'classes.archived': (telling) => `archived ${schoolClass(telling)}`,
  'classes.code_replaced': (telling) => `gave ${schoolClass(telling)} a new class code`,
  'classes.created': (telling) => `made ${schoolClass(telling)}`,
  'classes.recoloured': (telling) => `gave ${schoolClass(telling)} another colour`,
  'classes.renamed': ({ facts }) => `renamed a class from ${quoted(facts.from)} to ${quoted(facts.to)}`,
  'classes.restored': (telling) => `restored ${schoolClass(telling)}`,
  'classes.teachers_assigned': (telling) => `chose the teachers of ${schoolClass(telling)}`,
  'community.password_set': () => 'set the community password',
  'content.film_sent': ({ facts }) => `put a film on the public page ${quoted(facts.name)}`,
  'content.film_taken_down': ({ facts }) => `took a film of the public page ${quoted(facts.name)} down`,
  'content.hidden': ({ facts }) => `hid the public page ${quoted(facts.name)}`,
  'content.join_link_removed': ({ facts }) => `took the link to join ${quoted(facts.name)} away`,
  'content.join_link_set': ({ facts }) => `kept a link to join ${quoted(facts.name)}`,
  'content.published': ({ facts }) => `published the public page ${quoted(facts.name)}`,
  'content.replaced': ({ facts }) => `put an own page in the place of ${quoted(facts.name)}`,
  'content.restored': ({ facts }) => `took up an earlier text of the public page ${quoted(facts.name)}`,
  'content.shown': ({ facts }) => `showed the public page ${quoted(facts.name)} again`,
  'content.unpublished': ({ facts }) => `took the public page ${quoted(facts.name)} down`,
  'devices.forgotten': ({ facts }) => `took the tablet ${quoted(facts.name)} off the list`,
  'devices.preparation_ended': (telling) => `took back the preparation of ${tablet(telling)}`,
  'devices.preparation_kept': (telling) => `kept the preparation of ${tablet(telling)}`,
  'devices.prepared': (telling) => `prepared ${tablet(telling)} for signing in without a network`,
  'devices.renamed': ({ facts }) => `renamed a tablet from ${quoted(facts.from)} to ${quoted(facts.to)}`,
  'exports.list_saved': (telling) =>
    `saved a list of ${telling.facts.name === 'works' ? work(telling) : student(telling)} as a file`,
  'imports.made': ({ count }) => `added ${count === 1 ? 'a student' : counted(count, 'student')} from a file`,
  'imports.undone': () => 'took an import from a file back',
  'learning.assigned': (telling) => `set a course for ${schoolClass(telling)}`,
  'learning.event_joined': () => 'joined a live event',
  'learning.reminder_set': () => 'asked for a reminder of a live event',
  'learning.reminder_taken_back': () => 'took the reminder of a live event back',
  'learning.assignment_taken_back': (telling) => `took a course back from ${schoolClass(telling)}`,
  'mail.address_shown': (telling) => `looked at the email address of a letter${ofPartner(telling)}`,
  'mail.lifted': () => 'let email go to an address again that was not written to',
  'mail.looked_at': (telling) => `read a letter${ofPartner(telling)}`,
  'mail.sent_again': (telling) =>
    `sent ${telling.facts.email ?? 'somebody'} a letter${ofPartner(telling)} again`,
  'mail.suppressed': () => 'stopped email to an address',
  'members.archived': (telling) => `archived ${member(telling)}`,
  'members.changed': (telling) => `changed the account of ${member(telling)}`,
  'members.created': (telling) => `made an account for ${member(telling)}`,
  'members.email_change_asked': (telling) => `asked for a new email address of ${member(telling)}`,
  'members.email_change_stopped': (telling) => `stopped a new email address of ${member(telling)}`,
  'members.email_changed': (telling) => `confirmed a new email address of ${member(telling)}`,
  'members.invitation_revoked': ({ facts }) => `took back the invitation of ${facts.email ?? 'somebody'}`,
  'members.invitation_sent_again': ({ facts }) => `invited ${facts.email ?? 'somebody'} once more`,
  'members.invited': ({ facts }) => `invited ${facts.email ?? 'somebody'}`,
  'members.joined': () => 'followed an invitation',
  'members.link_sent': (telling) => `sent ${member(telling)} a link to choose a password`,
  'members.restored': (telling) => `restored ${member(telling)}`,
  'members.role_changed': (telling) =>
    `changed the role of ${member(telling)} from ${role(telling.facts.from)} to ${role(telling.facts.to)}`,
  'members.sessions_ended': (telling) => `signed ${member(telling)} out everywhere`,
  'moderation.kept': () => 'looked at a reported book or story, and kept it',
  'moderation.reinstated': () => 'let a book or story back that was taken down',
  'moderation.taken_down': () => 'took a book or story down',
  'modes.changed': ({ facts }) => `changed the mode ${quoted(facts.name)}`,
  'modes.created': ({ facts }) => `added the mode ${quoted(facts.name)}`,
  'modes.locked': ({ facts }) => `locked the mode ${quoted(facts.name)}`,
  'modes.offered': ({ facts }) => `offered the mode ${quoted(facts.name)} to all schools`,
  'modes.ordered': () => 'changed the order of the modes',
  'modes.taken_back': ({ facts }) => `took the mode ${quoted(facts.name)} back from all schools`,
  'modes.unlocked': ({ facts }) => `opened the mode ${quoted(facts.name)}`,
  'monitoring.answered': () => 'answered what the platform asked about a book or story',
  'monitoring.appealed': () => 'asked the platform to reinstate a book or story',
  'monitoring.asked': () => 'asked the school about a book or story',
  'monitoring.claimed': () => 'began to look at a book or story for the platform',
  'monitoring.kept': () => 'looked at a book or story for the platform, and kept it',
  'monitoring.looked': () => 'read a book or story for the platform',
  'monitoring.reinstated': () => 'reinstated a book or story for the platform',
  'monitoring.taken_down': () => 'took a book or story down for the platform',
  'monitoring.word_added': ({ facts }) => `put ${quoted(facts.name)} on the list of watched words`,
  'monitoring.word_removed': ({ facts }) => `took ${quoted(facts.name)} off the list of watched words`,
  'offers.accepted': ({ facts }) => `put ${quoted(facts.name)}, the book of a visitor, on the shelf`,
  'offers.refused': ({ facts }) => `said no to ${quoted(facts.name)}, the book of a visitor`,
  'orders.fulfilment_changed': () => 'said how far a printed book is',
  'orders.refund_asked': () => 'gave money of an order back',
  'payments.bank_removed': () => 'took a bank account away',
  'payments.bank_set': () => 'set a bank account for transfers',
  'payments.checked': () => 'asked a provider how a payment stands',
  'payments.finding_closed': () => 'closed a finding about money',
  'payments.transfer_recorded': () => 'recorded a bank transfer that came',
  'payments.transfer_sent': () => 'recorded a bank transfer that was sent back',
  'own_works.changed': ({ facts }) => `changed ${quoted(facts.name)}, a book of the platform`,
  'own_works.made': ({ facts }) => `made ${quoted(facts.name)}, a book of the platform`,
  'own_works.published': ({ facts }) => `published ${quoted(facts.name)}, a book of the platform`,
  'own_works.withdrawn': ({ facts }) => `took ${quoted(facts.name)}, a book of the platform, off its shelves`,
  'panel.audit_looked_at': (telling) =>
    `looked at the details of what was done${telling.facts.partner === undefined ? '' : ` at ${telling.facts.partner}`}`,
  'panel.children_looked_for': () => 'looked for children of all schools by name',
  'panel.list_exported': () => 'exported a list of all schools',
  'panel.person_looked_at': ({ facts }) =>
    `looked at the account of a person of ${facts.partner ?? 'a school'}`,
  'panel.work_looked_at': ({ facts }) =>
    `read a book or story${facts.partner === undefined ? '' : ` of ${facts.partner}`} for the platform`,
  'passwords.changed': () => 'changed the own password',
  'passwords.reset': () => 'chose a new password by email',
  'payouts.cancelled': () => 'cancelled a payout',
  'payouts.prepared': () => 'prepared a payout',
  'payouts.proved': () => 'added the proof of a payout',
  'payouts.sent': () => 'recorded the transfer of a payout',
  'permissions.ended': (telling) => `recorded that a guardian of ${student(telling)} took a permission back`,
  'permissions.recorded': (telling) => `recorded what a guardian of ${student(telling)} allowed`,
  'messages.picked': ({ facts }) => `picked a message for Dear World ${facts.to ?? ''}`.trim(),
  'messages.unpicked': ({ facts }) => `took a message out of Dear World ${facts.from ?? ''}`.trim(),
  'picks.declined': () => 'declined a book or story that was suggested for the platform’s shelf',
  'picks.picked': ({ facts }) => `picked ${quoted(facts.name)} for the platform’s shelf`,
  'picks.suggested': ({ facts }) => `suggested ${quoted(facts.name)} for the platform’s shelf`,
  'picks.unpicked': () => 'took a book or story off the platform’s shelf',
  'plans.changed': ({ facts }) => `changed the plan ${quoted(facts.name)}`,
  'plans.made': ({ facts }) => `made the plan ${quoted(facts.name)}`,
  'plans.removed': ({ facts }) => `removed the plan ${quoted(facts.name)}`,
  'plans.required_set': () => 'said whether schools need a plan',
  'plans.variant_changed': ({ facts }) => `changed a variant of the plan ${quoted(facts.name)}`,
  'plans.variant_made': ({ facts }) => `made a variant of the plan ${quoted(facts.name)}`,
  'plans.variant_removed': ({ facts }) => `removed a variant of the plan ${quoted(facts.name)}`,
  'requests.answered': ({ facts }) => `answered the message ${facts.name ?? ''}`,
  'requests.assigned': ({ facts }) => `took the message ${facts.name ?? ''}`,
  'requests.closed': ({ facts }) => `closed the message ${facts.name ?? ''}`,
  'requests.invited': ({ facts }) => `invited schools of the list ${facts.name ?? ''}`,
  'requests.looked_at': ({ facts }) => `read the message ${facts.name ?? ''}`,
  'requests.marked_spam': ({ facts }) => `marked the message ${facts.name ?? ''} as spam`,
  'requests.reminded': ({ facts }) => `wrote again to schools of the list ${facts.name ?? ''}`,
  'requests.reopened': ({ facts }) => `opened the message ${facts.name ?? ''} again`,
  'requests.unassigned': ({ facts }) => `left the message ${facts.name ?? ''} to others`,
  'resources.approved': ({ facts }) => `approved the resource ${quoted(facts.name)}`,
  'resources.changed': ({ facts }) => `changed the resource ${quoted(facts.name)}`,
  'resources.declined': ({ facts }) => `declined the resource ${quoted(facts.name)}`,
  'resources.removed': ({ facts }) => `removed the resource ${quoted(facts.name)}`,
  'resources.shared': ({ facts }) => `shared the resource ${quoted(facts.name)}`,
  'seller.changed': () => 'changed who sells',
  'seller.tax_rate_set': () => 'set a tax rate',
  'shop.changed': () => 'changed the shop',
  'shop.put_up': () => 'put a book or story up for sale',
  'shop.taken_off': () => 'took a book or story off sale',
  'shelves.closed': () => 'stopped showing the public books to visitors',
  'shelves.opened': () => 'opened the shelf of public books to visitors',
  'sign_ins.account_waits': (telling) =>
    `typed too many wrong passwords for ${person(telling)}. The account waits a while before the next try`,
  'sign_ins.browser_waits': () =>
    'typed too many wrong passwords on one tablet or computer, which waits a while before the next try',
  'sign_ins.class_waits': (telling) =>
    `typed too many wrong passwords for ${schoolClass(telling)}. Tablets and computers that are new to the school wait a while`,
  'sign_ins.failed': (telling) => `typed several wrong passwords for ${person(telling)}`,
  'sign_ins.network_waits': ({ facts }) =>
    `tried too many wrong ${facts.name ?? 'passwords'} from one network. Tablets and computers that are new to the school wait a while`,
  'sign_ins.token_reused': (telling) =>
    `used an old key of a session of ${person(telling)}, so that session was ended`,
  'subscriptions.changed': () => 'changed what the school’s plan will be',
  'subscriptions.chosen': ({ facts }) => `chose the plan ${quoted(facts.name)}`,
  'subscriptions.order_cancelled': () => 'cancelled an order of more seats',
  'subscriptions.seats_ordered': () => 'ordered more seats',
  'students.added': ({ subject, count }) =>
    `added ${count === 1 ? 'a student' : counted(count, 'student')}${subject ? ` to ${subject.name}` : ''}`,
  'students.archived': (telling) => `archived ${student(telling)}`,
  'students.media_allowed': (telling) =>
    `let ${student(telling)} send more pictures and recordings this week`,
  'students.moved': (telling) => `moved ${student(telling)} to another class`,
  'students.password_changed': (telling) => `changed the password of ${student(telling)}`,
  'students.privacy_changed': (telling) =>
    `changed the privacy of ${student(telling)} to ${telling.facts.to ?? 'another setting'}`,
  'students.renamed': (telling) => `changed the name of ${student(telling)}`,
  'students.restored': (telling) => `restored ${student(telling)}`,
  'sync.calls_parked': ({ count }) =>
    `sent ${count === 1 ? 'a change' : counted(count, 'change')} that somebody has to look at`,
  'sync.grants_revoked': (telling) => `stopped tablets from sending for ${student(telling)}`,
  'sync.parked_applied': () => 'let a change from a tablet through',
  'sync.parked_dismissed': () => 'put a change from a tablet aside',
  'tenants.ceilings_set': ({ facts }) =>
    facts.partner === undefined
      ? 'changed how much this place can keep and send'
      : `changed how much ${facts.partner} can keep and send`,
  'tenants.closing': ({ facts }) =>
    facts.partner === undefined
      ? 'closed this place: it is deleted after 30 days'
      : `closed ${facts.partner}`,
  'tenants.closing_asked': ({ facts }) =>
    facts.partner === undefined ? 'asked to close this place' : `asked to close ${facts.partner}`,
  'tenants.created': (telling) => `made a place for ${partner(telling)}`,
  'tenants.domain_shown': ({ facts }) =>
    facts.partner === undefined
      ? 'showed the domain to be theirs'
      : `showed the domain of ${facts.partner} to be theirs`,
  'tenants.edited': ({ facts }) =>
    facts.partner === undefined ? 'changed the data of this place' : `changed the data of ${facts.partner}`,
  'tenants.export_fetched': ({ facts }) =>
    facts.partner === undefined ? 'downloaded an export' : `downloaded an export of ${facts.partner}`,
  'tenants.exported': ({ facts }) =>
    facts.partner === undefined ? 'exported all that is here' : `exported all that ${facts.partner} has`,
  'tenants.gone': ({ facts }) => `deleted all that ${facts.partner ?? 'a school'} had`,
  'tenants.kept': ({ facts }) => (facts.partner === undefined ? 'kept this place' : `kept ${facts.partner}`),
  'tenants.registered': () => 'registered here',
  'tenants.resumed': ({ facts }) =>
    facts.partner === undefined ? 'let this place go on' : `let ${facts.partner} go on`,
  'tenants.suspended': ({ facts }) =>
    facts.partner === undefined ? 'suspended this place' : `suspended ${facts.partner}`,
  'tenants.write_off_asked': (telling) => `asked to write off the unpaid shares${ofPartner(telling)}`,
  'tenants.written_off': (telling) => `wrote off the unpaid shares${ofPartner(telling)}`,
  'visits.allowed': ({ facts }) =>
    facts.partner === undefined
      ? `allowed ${facts.by ?? 'a guest'} to visit for 24 hours`
      : `${facts.partner} allowed ${facts.by ?? 'a guest'} to visit`,
  'visits.asked': ({ facts }) =>
    facts.partner === undefined ? 'asked to visit' : `asked ${facts.partner} for a visit`,
  'visits.broke_glass': ({ facts }) =>
    facts.partner === undefined
      ? `may enter without your yes; ${facts.by ?? 'the platform'} confirmed it`
      : `may enter ${facts.partner} without its yes; ${facts.by ?? 'the platform'} confirmed it`,
  'visits.consent_set': () => 'changed how visits of the platform are taken',
  'visits.ended': ({ facts }) =>
    facts.partner === undefined
      ? `ended the visit of ${facts.by ?? 'a guest'}`
      : `${facts.partner} ended the visit of ${facts.by ?? 'a guest'}`,
  'visits.entered': ({ facts }) =>
    facts.partner === undefined ? 'came in as a guest' : `entered ${facts.partner} as a guest`,
  'visits.glass_asked': ({ facts }) =>
    facts.partner === undefined
      ? 'wants to enter without your yes'
      : `wants to enter ${facts.partner} without its yes`,
  'visits.link_made': ({ facts }) =>
    facts.partner === undefined ? 'was on the way in as a guest' : `opened ${facts.partner}`,
  'visits.refused': ({ facts }) =>
    facts.partner === undefined
      ? `said no to a visit of ${facts.by ?? 'a guest'}`
      : `${facts.partner} said no to a visit of ${facts.by ?? 'a guest'}`,
  'works.approved': (telling) => `approved ${work(telling)}`,
  'works.discarded': (telling) => `threw ${work(telling)} away`,
  'works.handed_in': (telling) => `handed in ${work(telling)}`,
  'works.published': (telling) => `put ${work(telling)} in the library`,
  'works.returned': (telling) => `gave ${work(telling)} back to its author`,
  'works.taken_back': (telling) => `took ${work(telling)} back to go on writing`,
  'works.withdrawn': (telling) => `took ${work(telling)} off the shelf`,
};

/** All that the audit knows of, in the order of the alphabet. */
export const auditActions: readonly string[] = Object.keys(activityWords).toSorted();

/** A newer server may tell of more than this page knows. */
export function sayActivity(activity: Pick<Activity, 'action'> & Telling): string {
  const words: Readonly<Record<string, (telling: Telling) => string>> = activityWords;
  return words[activity.action]?.(activity) ?? 'did something that this version of the app has no words for';
}

/** Who it was. */
export function sayActor({ actor, facts }: Pick<Activity, 'actor' | 'facts'>): string {
  if (actor) return actor.guest_from === null ? actor.name : `${actor.name} (guest from ${actor.guest_from})`;
  if (facts.by !== undefined)
    return facts.partner === undefined ? facts.by : `${facts.by} of ${facts.partner}`;
  return 'Somebody';
}
