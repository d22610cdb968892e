import { act, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultColors, type Tenant } from '#contract/tenants/tenants.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { AreaFrame } from '#src/areas/area-frame.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Shell } from './shell.tsx';

const serve = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) => new FakeSchoolServer(answers);

beforeEach(() => {
  serve({ 'GET /modes/': () => ({ body: { count: 0, next: null, results: [] } }) });
  useSessionStore.setState({ user: null, tenant: null, status: 'ready' });
});

async function footerAt(address: string): Promise<Element | null> {
  renderScreen(
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={<p>The page</p>} />
      </Route>
    </Routes>,
    { address },
  );
  await screen.findByText('The page');
  return screen.queryByRole('contentinfo');
}

describe('the way to skip to the content', () => {
  it.each([
    [
      'past the sidebar of an area',
      <AreaFrame key="area" label="Menu" menu={[]}>
        {'The page'}
      </AreaFrame>,
      'content',
    ],
    ['to the page where there is none', <p key="page">The page</p>, 'main'],
  ])('leads %s', async (_where, element, id) => {
    const { user } = renderScreen(
      <Routes>
        <Route element={<Shell />}>
          <Route path="*" element={element} />
        </Route>
      </Routes>,
      { address: '/faq' },
    );
    await screen.findByText('The page');
    await user.click(screen.getByRole('link', { name: 'Skip to the content' }));
    expect(document.activeElement?.id).toBe(id);
  });
});

describe('the keyboard', () => {
  it.each([
    ['/dashboard?option=Stories', '/dashboard?option=Stories&story=1', 'main'],
    ['/admin-school/reviews?story=1', '/admin-school/reviews', 'main'],
    ['/dashboard?option=Students', '/dashboard?option=Students&student=1', 'main'],
    ['/admin-school/classdetails?id=1', '/admin-school/classdetails?id=1&import=1', 'main'],
    ['/courses/water', '/courses/water?class=1', 'main'],
    // What is typed stays where it is.
    ['/admin-school/reviews', '/admin-school/reviews?q=rain', 'go'],
    ['/stories', '/stories?story=1', 'go'],
  ])('from %s to %s begins at: %s', async (address, to, id) => {
    const { user } = renderScreen(
      <Routes>
        <Route element={<Shell />}>
          <Route
            path="*"
            element={
              <Link id="go" to={to}>
                Go
              </Link>
            }
          />
        </Route>
      </Routes>,
      { address },
    );
    await user.click(await screen.findByRole('link', { name: 'Go' }));
    await untilAddressIs(to);
    expect(document.activeElement?.id).toBe(id);
  });

  it('stays in a dialog that came before the page', async () => {
    const { user } = renderScreen(
      <>
        <Dialog opened size={400} title="Welcome" onClose={() => undefined}>
          <Link to="/faq">Go</Link>
        </Dialog>
        <Routes>
          <Route element={<Shell />}>
            <Route path="*" element="The page" />
          </Route>
        </Routes>
      </>,
      { address: '/' },
    );
    const link = await screen.findByRole('link', { name: 'Go' });
    await user.click(link);
    await untilAddressIs('/faq');
    expect(document.activeElement).toBe(link);
  });
});

describe('a school that is suspended', () => {
  it('says so above each page', async () => {
    const tenant = { id: 'a', school_name: 'Greenfield', switchboard: false, ...defaultColors } as Tenant;
    useSessionStore.setState({ tenant });
    await footerAt('/library');
    expect(screen.queryByText(/is paused/u)).toBeNull();
    act(() => useSessionStore.setState({ tenant: { ...tenant, is_suspended: true } }));
    expect((await screen.findByText(/^Greenfield is paused/u)).textContent).toContain(
      'What was written is safe.',
    );
  });
});

describe('the footer', () => {
  it.each(['/', '/library', '/library/the-fox', '/admin-school/dashboard', '/faq'])(
    'stands at the foot of %s',
    async (address) => expect(await footerAt(address)).toBeTruthy(),
  );

  it.each(['/dashboard', '/dashboard?option=Tablets', '/library/the-fox/2'])(
    'is hidden on %s, where something else needs the room',
    async (address) => expect(await footerAt(address)).toBeNull(),
  );
});
