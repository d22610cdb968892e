import { describe, expect, it } from 'vitest';
import { SecretKey } from '#server/platform/secret-key.ts';
import { createStudentHandles } from './student-handles.ts';

const handles = createStudentHandles(new SecretKey(Buffer.alloc(32, 5)));
const greenfield = '01985b4e-0000-7000-8000-0000000000aa';
const riverside = '01985b4e-0000-7000-8000-0000000000bb';
const zoe = '01985b4e-1111-7222-8333-444455556666';

describe('a handle', () => {
  it('stands for one pupil, at one school', () => {
    const handle = handles.of(greenfield, zoe);
    expect(handles.open(greenfield, handle)).toBe(zoe);
    expect(handles.open(riverside, handle)).not.toBe(zoe);
    expect(handles.of(riverside, zoe)).not.toBe(handle);
  });

  it('is the same each time, so that a page left open over night still signs in', () => {
    expect(handles.of(greenfield, zoe)).toBe(handles.of(greenfield, zoe));
  });

  it('says nothing of the id, nor of one made at the same moment', () => {
    const [one, other] = [zoe, zoe.replace(/6$/u, '7')].map((id) => handles.of(greenfield, id));
    expect(one).not.toContain(zoe.replaceAll('-', ''));
    expect(one?.slice(6, 12)).not.toBe(other?.slice(6, 12));
  });

  it.each(['zoe-otter-42', 'teacher@greenfield.test', 'pupil.short', '', `pupil.${'a'.repeat(23)}`, zoe])(
    'is not %j',
    (text) => {
      expect(handles.open(greenfield, text)).toBeNull();
    },
  );

  it('of another installation names somebody else', () => {
    const others = createStudentHandles(new SecretKey(Buffer.alloc(32, 6)));
    expect(others.open(greenfield, handles.of(greenfield, zoe))).not.toBe(zoe);
  });
});
