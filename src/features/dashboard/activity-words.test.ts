import { describe, expect, it } from 'vitest';
import { sayActivity, sayActor } from './activity-words.ts';

const zoe = { id: '1', name: 'Zoë Fern' };
const one = { subject: zoe, count: 1, facts: {} };

describe('what happened, in words', () => {
  it.each([
    ['students.archived', one, 'archived Zoë Fern'],
    ['students.archived', { subject: null, count: 1200, facts: {} }, 'archived 1,200 students'],
    ['students.archived', { subject: null, count: 1, facts: {} }, 'archived a student'],
    [
      'students.added',
      { subject: { id: '2', name: 'Maple' }, count: 30, facts: {} },
      'added 30 students to Maple',
    ],
    [
      'students.privacy_changed',
      { ...one, facts: { to: 'public' } },
      'changed the privacy of Zoë Fern to public',
    ],
    [
      'affiliations.left',
      { ...one, facts: { partner: 'Bright Futures' } },
      'ended the link with Bright Futures',
    ],
    ['visits.entered', { ...one, facts: {} }, 'came in as a guest'],
    [
      'classes.renamed',
      { ...one, facts: { from: 'Maple', to: 'Oak' } },
      'renamed a class from “Maple” to “Oak”',
    ],
    ['classes.created', { ...one, subject: { id: '2', name: 'Maple' } }, 'made the class “Maple”'],
    ['classes.archived', { subject: null, count: 2, facts: {} }, 'archived 2 classes'],
    ['works.handed_in', { subject: null, count: 1, facts: {} }, 'handed in a book or story'],
    ['future.thing', one, 'did something that this version of the app has no words for'],
  ])('%s', (action, telling, text) => {
    expect(sayActivity({ action, ...telling })).toBe(text);
  });

  it('names who it was, and where guests and the other side come from', () => {
    expect(sayActor({ actor: { id: '1', name: 'Helen Marsh', guest_from: null }, facts: {} })).toBe(
      'Helen Marsh',
    );
    expect(
      sayActor({ actor: { id: '1', name: 'Imani Clarke', guest_from: 'Bright Futures' }, facts: {} }),
    ).toBe('Imani Clarke (guest from Bright Futures)');
    expect(sayActor({ actor: null, facts: { by: 'Imani Clarke', partner: 'Bright Futures' } })).toBe(
      'Imani Clarke of Bright Futures',
    );
    expect(sayActor({ actor: null, facts: {} })).toBe('Somebody');
  });
});
