import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('an address', () => {
  it('has its parts in the path and everything else in the query, encoded', () => {
    expect(paths.library()).toBe('/library');
    expect(paths.library({ q: 'fox & hen', shelf: undefined })).toBe('/library?q=fox%20%26%20hen');
    expect(paths.work({ id: 'a/b', chapterSlug: '2' })).toBe('/library/a%2Fb/2');
    expect(paths.work({ id: 'fox', page: '2' })).toBe('/library/fox?page=2');
    expect(paths.dashboard({ option: 'Teacher Dashboard', id: '7' })).toBe(
      '/dashboard?option=Teacher%20Dashboard&id=7',
    );
  });

  it('leaves out what may be missing, and keeps a slash at its end', () => {
    expect(paths.signIn()).toBe('/login');
    expect(paths.acceptInvitation()).toBe('/accept-invitation/');
    expect(paths.acceptInvitation({ token: 'abc' })).toBe('/accept-invitation/abc/');
    expect(paths.school.teacher({ id: '7' })).toBe('/admin-school/teacher/7/profile');
  });
});
