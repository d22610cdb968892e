import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Route, Routes } from 'react-router-dom';
import type { User } from '#contract/identity/identity.schema.ts';
import { CertificateLinks } from '#src/features/orders/certificate-links.tsx';
import { RaisedCertificateButton } from '#src/features/certificates/raised-certificate.button.tsx';
import { holdPass, useHeldPass } from '#src/session/order-pass.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { sampleCertificate, sampleCertificateId as publicId } from '#tests/support/certificate-samples.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { sampleToken } from '#tests/support/order-samples.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { CertificatesArea } from './certificates.area.tsx';

const certificate = () => ({ body: sampleCertificate({ kind: 'raised' }) });

function show(user: User | null, address: string) {
  useSessionStore.setState({ user });
  const server = new FakeSchoolServer({
    'POST /certificates/': certificate,
    [`GET /certificates/${publicId}/`]: certificate,
  });
  const cause = { id: '019a0000-0000-7000-8000-0000000000ca', name: 'Hedgehog Rescue' };
  const work = { id: '019a0000-0000-7000-8000-000000000001', title: 'The hen' };
  const rendered = renderScreen(
    <Routes>
      <Route path="/certificates/*" element={<CertificatesArea publicId={publicId} />} />
      <Route path="*" element={<RaisedCertificateButton work={work} cause={cause} />} />
    </Routes>,
    { address },
  );
  return { ...rendered, server };
}

const ways = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => link.closest('header'))
    .map((link) => link.textContent);

describe('the way back from a certificate', () => {
  it('leads to where its button was', async () => {
    const { user } = show(zoe, '/dashboard?option=Money+I+Have+Raised');
    await user.click(await screen.findByRole('button', { name: /^Certificate of The hen/u }));
    await screen.findByText(/This certificate is valid\./u);
    await user.click(screen.getByRole('link', { name: 'Money I Have Raised' }));
    await untilAddressIs('/dashboard?option=Money+I+Have+Raised');
  });

  it('leads a buyer to the order, which stays open until its pages are left', async () => {
    useSessionStore.setState({ user: null });
    const server = new FakeSchoolServer({ [`GET /certificates/${publicId}/`]: certificate });
    const own = [{ public_id: publicId, cause: 'Hedgehog Rescue', is_withdrawn: false }];
    const address = `/trackorder/${sampleToken}`;
    window.history.replaceState(null, '', address);
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    const { user, unmount } = renderScreen(
      <Routes>
        <Route path="/certificates/*" element={<CertificatesArea publicId={publicId} />} />
        <Route path="*" element={<CertificateLinks certificates={own} />} />
      </Routes>,
      { address },
    );
    holdPass(sampleToken, 'the-pass');
    await user.click(screen.getByRole('link', { name: /^Certificate for your gift/u }));
    await screen.findByText(/This certificate is valid\./u);
    expect(server.asked).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Your order' }));
    await untilAddressIs(address);
    expect(useHeldPass.getState().held?.pass).toBe('the-pass');
    await user.click(screen.getByRole('link', { name: /^Certificate for your gift/u }));
    await screen.findByText(/This certificate is valid\./u);
    window.history.replaceState(null, '', '/library');
    unmount();
    expect(useHeldPass.getState().held).toBeNull();
  });

  it('leads a child who opened its address to their own page', async () => {
    show(zoe, `/certificates/${publicId}`);
    await screen.findByText(/This certificate is valid\./u);
    expect(screen.getByRole('link', { name: 'My page' }).getAttribute('href')).toBe('/dashboard');
  });

  it.each([
    ['a stranger', null],
    ['staff', sampleAdmin()],
  ])('is none for %s who opened its address', async (_, user) => {
    show(user, `/certificates/${publicId}`);
    await screen.findByText(/This certificate is valid\./u);
    expect(ways()).toEqual([]);
  });
});
