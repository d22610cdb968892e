import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { roles, type Role } from '#contract/kit/roles.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { pageReaderOf, useWordsForReader } from './page-reader.ts';
import { useSessionStore } from './session.store.ts';

afterEach(() => useSessionStore.setState(useSessionStore.getInitialState()));

function Words() {
  return (
    <p>{useWordsForReader({ child: { title: 'For children' }, other: { title: 'For others' } }).title}</p>
  );
}

describe('who reads a page', () => {
  it('is told by the role', () => {
    const readers = Object.fromEntries(roles.map((role) => [role, pageReaderOf({ role })]));
    expect(readers).toEqual({
      student: 'child',
      teacher: 'teacher',
      teacher_admin: 'office',
      school_admin: 'office',
      organization_admin: 'office',
      parent: 'other',
      quillshelf_admin: 'office',
    });
    expect(pageReaderOf(null)).toBe('other');
  });

  it.each([
    ['student', 'For children'],
    ['school_admin', 'For others'],
  ] satisfies [Role, string][])('decides on the words: %s', (role, words) => {
    useSessionStore.setState({ user: sampleProfile({ role }) });
    renderScreen(<Words />);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
