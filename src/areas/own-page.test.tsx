import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { OwnPage } from './own-page.tsx';

it.each([
  ['Write', '/uploadblogsteps?do=begin'],
  ['Make a book', '/uploadbook?do=begin'],
])('leads by %s to an empty paper also before the tablet is ready', (name, href) => {
  useSessionStore.setState({ user: zoe });
  const server = new FakeSchoolServer({});
  renderScreen(<OwnPage />, { replica: null });
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  expect(server.asked).toEqual([]);
});
