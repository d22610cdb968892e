import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { certificateProblems } from '#contract/certificates/certificates.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { ReadsToChild } from '#src/ui/reads-to-child.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import {
  sampleCertificate,
  sampleCertificateId as publicId,
  sampleLearned,
} from '#tests/support/certificate-samples.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CertificateScreen } from './certificate.screen.tsx';
import { RaisedCertificateButton } from './raised-certificate.button.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const path = `/certificates/${publicId}/`;

function open(
  answers: Record<string, () => FakeAnswer>,
  { at = publicId, mayWithdraw = false, localDrafts = new FakeLocalDrafts() } = {},
) {
  const server = new FakeSchoolServer(answers);
  const rendered = renderScreen(<CertificateScreen publicId={at} mayWithdraw={() => mayWithdraw} />, {
    localDrafts,
  });
  return { server, ...rendered };
}

const shows = (certificate = sampleCertificate()) => ({ [`GET ${path}`]: () => ({ body: certificate }) });
const withdrawn = () => {
  const refusal = refusalOf(certificateProblems.withdrawn) as { status: number; body: object };
  return {
    ...refusal,
    body: { ...refusal.body, details: { withdrawn_at: '2026-11-25T09:00:00.000Z' } },
  };
};

describe('the page of a certificate', () => {
  it('says that it is valid and what it says, as a drawing and as text, and is not for search engines', async () => {
    open(shows());
    await screen.findByRole('heading', { level: 1, name: 'Certificate of giving' });
    screen.getByText(/This certificate is valid\./u);
    screen.getByRole('img', { name: /Ada Hill gave €25\.00 for Hedgehog Rescue/u });
    const facts = screen.getByRole('region', { name: 'What it says' });
    expect(within(facts).getByText('€25.00')).toBeTruthy();
    expect(within(facts).getByRole('link', { name: 'Hedgehog Rescue' }).getAttribute('href')).toBe(
      '/charities/hedgehog-rescue',
    );
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(screen.queryByRole('button', { name: 'Withdraw…' })).toBeNull();
    expect(screen.queryByText(/Practice/u)).toBeNull();
  });

  it('is read out to a child', async () => {
    const speech = FakeSpeech.install();
    onTestFinished(() => void vi.unstubAllGlobals());
    const server = new FakeSchoolServer({ [`GET ${path}`]: () => ({ body: sampleLearned() }) });
    const page = <CertificateScreen publicId={publicId} mayWithdraw={() => false} />;
    const { user } = renderScreen(<ReadsToChild value>{page}</ReadsToChild>);
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(server.asked).toHaveLength(1);
    expect(speech.said[0]).toMatch(/Zoë took part in the challenge A day with ten litres/u);
  });

  it('of an entry says the work and the challenge', async () => {
    open({ [`GET ${path}`]: () => ({ body: sampleLearned() }) });
    await screen.findByRole('img', { name: /Zoë took part in the challenge A day with ten litres/u });
    const facts = within(screen.getByRole('region', { name: 'What it says' }));
    expect(facts.getByText('My bucket')).toBeTruthy();
    expect(facts.getByText('A day with ten litres')).toBeTruthy();
    expect(facts.queryByText('Gave')).toBeNull();
  });

  it('says since when one is withdrawn, and shows nothing of it', async () => {
    open({ [`GET ${path}`]: withdrawn });
    await screen.findByText('This certificate was withdrawn');
    screen.getByText('It is not valid since 25 November 2026.');
    expect(screen.queryByRole('img', { name: /Ada/u })).toBeNull();
  });

  it('is not found for an address that is none, and asks nobody', () => {
    const { server } = open({}, { at: 'none' });
    screen.getByText('There is no such certificate');
    expect(server.asked).toHaveLength(0);
  });

  it('is not found where the school says so', async () => {
    open({ [`GET ${path}`]: () => refusalOf(certificateProblems.not_found) });
    expect(await screen.findByText('There is no such certificate')).toBeTruthy();
  });

  it('without a network is as it was seen last, with its date, and else shows up later', async () => {
    const localDrafts = new FakeLocalDrafts();
    const seen = open(shows(), { localDrafts });
    await screen.findByText(/This certificate is valid\./u);
    await waitFor(() => expect(localDrafts.text).toContain('Hedgehog'));
    seen.unmount();
    open({}, { localDrafts });
    await screen.findByText(/so this is how it was at/u);
    screen.getByText(/This certificate is valid\./u);
    open({});
    expect(await screen.findByText(/Whether it is valid shows up here/u)).toBeTruthy();
  });

  it('is printed by the browser', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = open(shows());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });

  it('is withdrawn by staff with a reason, and then says so', async () => {
    let isWithdrawn = false;
    const { server, user } = open(
      {
        [`GET ${path}`]: () => (isWithdrawn ? withdrawn() : { body: sampleCertificate() }),
        [`PUT ${path}withdrawal/`]: () => {
          isWithdrawn = true;
          return { body: { public_id: publicId, withdrawn_at: '2026-11-25T09:00:00.000Z' } };
        },
      },
      { mayWithdraw: true },
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await within(dialog).findByText('Please write a kind word that says why');
    await user.type(within(dialog).getByLabelText('Why is it withdrawn?'), 'The name is wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('This certificate was withdrawn');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      reason: 'The name is wrong',
    });
  });

  it('stays where its reader may not withdraw it, and what was typed too', async () => {
    const { user } = open(
      { ...shows(), [`PUT ${path}withdrawal/`]: () => refusalOf(certificateProblems.not_found) },
      { mayWithdraw: true },
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Why is it withdrawn?'), 'Not ours');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Only the office and the teachers of the child can withdraw it.');
    expect(within(dialog).getByDisplayValue('Not ours')).toBeTruthy();
  });
});

describe('the button for what a book raised', () => {
  const work = { id: '019a0000-0000-7000-8000-000000000001', title: 'The hen' };
  const cause = { id: '019a0000-0000-7000-8000-0000000000ca', name: 'Hedgehog Rescue' };

  it('makes the certificate, and says why where none is made', async () => {
    let isRaised = false;
    const server = new FakeSchoolServer({
      'POST /certificates/': () =>
        isRaised
          ? { body: sampleCertificate({ kind: 'raised' }) }
          : refusalOf(certificateProblems.nothing_raised),
    });
    const { user } = renderScreen(<RaisedCertificateButton work={work} cause={cause} />);
    const button = screen.getByRole('button', { name: 'Certificate of The hen for Hedgehog Rescue' });
    await user.click(button);
    await screen.findByText('This book has raised nothing for this cause yet.');
    isRaised = true;
    await user.click(button);
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.asked[1]?.body).toEqual({ kind: 'raised', work_id: work.id, cause_id: cause.id });
  });
});
