import { describe, expect, it } from 'vitest';
import { draftOf, fitDraft } from './form-draft.ts';

const first = { name: 'Maple', co: ['a'], avatar: null as string | null };

describe('the draft of a form', () => {
  it('is what was changed, and nothing else', () => {
    expect(draftOf(first, { ...first, name: 'Elm' })).toEqual({ name: 'Elm' });
    expect(draftOf(first, { ...first, co: ['a', 'b'] })).toEqual({ co: ['a', 'b'] });
    expect(draftOf(first, { ...first, co: ['a'] })).toBeNull();
  });

  it('never has what is to be left out', () => {
    expect(draftOf(first, { ...first, avatar: 'file', name: 'Elm' }, ['avatar'])).toEqual({ name: 'Elm' });
    expect(draftOf(first, { ...first, avatar: 'file' }, ['avatar'])).toBeNull();
  });

  it('comes back of a field that had no number or choice, or has none any more', () => {
    const limits = { media_gb: null as number | null, mails: 20 as number | null };
    expect(fitDraft(limits, { media_gb: 5, mails: null })).toEqual({ media_gb: 5, mails: null });
  });

  it('comes back as far as the form still has such fields', () => {
    expect(fitDraft(first, { name: 'Elm', gone: 1 })).toEqual({ name: 'Elm' });
    expect(fitDraft(first, { name: 7, co: 'a' })).toBeNull();
    expect(fitDraft(first, { name: 'Maple' })).toBeNull();
    expect(fitDraft(first, 'Elm')).toBeNull();
    expect(fitDraft({ ...first, co: [] }, { co: null })).toBeNull();
    expect(fitDraft(first, JSON.parse('{"__proto__": {"name": "Elm"}}'))).toBeNull();
  });
});
