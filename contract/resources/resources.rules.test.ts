import { describe, expect, it } from 'vitest';
import {
  audienceRefusal,
  creditRefusal,
  mayShare,
  offerRefusal,
  resourceFileType,
} from './resources.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

describe('what a file is', () => {
  it('is said by its bytes', () => {
    expect(resourceFileType(bytes('%PDF-1.4\n…\nstartxref\n9\n%%EOF\n'))).toBe('application/pdf');
    expect(resourceFileType(bytes('%PDF-2.0\nstartxref\n9\n%%EOF'))).toBe('application/pdf');
    expect(resourceFileType(bytes('\u00FF\u00D8\u00FF\u00E0'))).toBe('image/jpeg');
    expect(resourceFileType(bytes('\u0089PNG\r\n\u001A\n'))).toBe('image/png');
  });

  it.each([
    ['nothing', ''],
    ['a PDF that was cut', '%PDF-1.4\n1 0 obj'],
    ['a PDF behind something else', 'GIF89a%PDF-1.4\nstartxref\n9\n%%EOF'],
    ['a PDF that ended long ago', `%PDF-1.4\nstartxref\n9\n%%EOF${' '.repeat(3000)}`],
    ['a page', '<!doctype html>'],
    ['an archive', 'PK\u0003\u0004'],
  ])('is nothing that is shared: %s', (_name, text) => {
    expect(resourceFileType(bytes(text))).toBeNull();
  });
});

describe('who may share what', () => {
  it('is for everybody by who runs the place, and never where it was bought for the school', () => {
    const open = { audience: 'public', licence: 'own' } as const;
    expect(audienceRefusal('teacher', open)).toBe('An administrator decides what is for everybody.');
    for (const role of ['teacher_admin', 'school_admin', 'organization_admin'] as const)
      expect(audienceRefusal(role, open)).toBeNull();
    expect(audienceRefusal('school_admin', { ...open, licence: 'school_only' })).not.toBeNull();
    expect(audienceRefusal('teacher', { ...open, audience: 'community' })).toBeNull();
  });

  it('is for everybody where a superpower teacher offers it, and nothing that was bought', () => {
    expect(offerRefusal({ audience: 'public', licence: 'cc_by' })).toBeNull();
    expect(offerRefusal({ audience: 'staff', licence: 'own' })).not.toBeNull();
    expect(offerRefusal({ audience: 'public', licence: 'school_only' })).not.toBeNull();
  });

  it('is an adult of the staff, who says whose it is', () => {
    expect([mayShare('teacher'), mayShare('student'), mayShare('parent')]).toEqual([true, false, false]);
    expect(creditRefusal({ licence: 'cc_by', credit: ' ' })).toBe('Please say whose it is');
    expect(creditRefusal({ licence: 'own', credit: '' })).toBeNull();
  });
});
