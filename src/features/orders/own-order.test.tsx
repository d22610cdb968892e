import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { KeptReason } from '#contract/orders/orders.rules.ts';
import type { OwnDetails, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { forgetPass, holdPass, useHeldPass } from '#src/session/order-pass.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { samplePaidOrder, sampleToken } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { samplePages, sampleWork } from '#tests/support/screen-samples.ts';
import type { EditionFiles, ShowFiles } from './own-editions.tsx';
import { TrackScreen } from './track.screen.tsx';

const at = (path: string) => `/trackorder/${sampleToken}/${path}`;
const lineId = samplePaidOrder().lines[0]?.id ?? '';
const giftId = '019a0000-0000-7000-8000-00000000021e';

function ownOf(kept_because: KeptReason | null, downloaded_at: string | null = null): OwnDetails {
  return {
    name: 'Ada Hill',
    email: 'ada@example.org',
    address: { street: 'Canary Lane 7', postcode: '10115', city: 'Berlin' },
    returnable: kept_because === null ? [lineId] : [],
    lines: [{ id: lineId, downloaded_at, kept_because }],
    certificates: [],
  };
}

const opened = (own = ownOf(null)) => ({
  ...own,
  pass: 'the-pass',
  expires_at: '2026-11-26T11:00:00.000Z',
});

type Answers = Record<string, () => FakeAnswer | Promise<FakeAnswer>>;

/** The files of an edition, as the test asks for them. */
let files: EditionFiles | null = null;
const showFiles: ShowFiles = (shown) => {
  files = shown;
  return <button type="button">Save as PDF</button>;
};

function open(answers: Answers, order: () => TrackedOrder = samplePaidOrder) {
  const server = new FakeSchoolServer({
    [`GET /trackorder/${sampleToken}/`]: () => ({ body: order() }),
    [`POST ${at('code/')}`]: () => ({ body: { sent: true } }),
    [`POST ${at('pass/')}`]: () => ({ body: opened() }),
    [`POST ${at('own/')}`]: () => ({ body: ownOf(null) }),
    ...answers,
  });
  const rendered = renderScreen(<TrackScreen token={sampleToken} showFiles={showFiles} onOrdered={null} />, {
    replica: null,
  });
  return { server, ...rendered };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

beforeEach(() => {
  files = null;
  forgetPass();
  useSessionStore.setState({ user: null, ended: null });
});

describe('the question whose order it is', () => {
  it('sends a code, takes it with blanks, and shows name and address', async () => {
    const { user, server } = open({});
    await screen.findByRole('heading', { name: 'Is this your order?' });
    expect(screen.queryByText('Ada Hill')).toBeNull();
    await user.click(button('Send me a code'));
    await screen.findByText(/The code is on its way/u);
    await user.type(screen.getByLabelText('Code from the email'), '123 456');
    await user.click(button('Open my order'));
    await screen.findByText('Ada Hill');
    screen.getByText('ada@example.org');
    screen.getByText(/Canary Lane 7\s+10115 Berlin/u);
    expect(server.askedFor(at('pass/'))[0]?.body).toEqual({ code: '123 456' });
    expect(server.askedFor(at('own/'))[0]?.body).toEqual({ pass: 'the-pass' });
    // In memory alone.
    expect(JSON.stringify([sessionStorage, localStorage].map((kept) => Object.entries(kept)))).not.toContain(
      'the-pass',
    );
  });

  it('leads to the certificate of a gift, and says where one is withdrawn', async () => {
    const own = {
      ...ownOf(null),
      certificates: [
        { public_id: 'AbCdEfGhIjKlMnOpQrStUv', cause: 'Hedgehog Rescue', is_withdrawn: true },
        { public_id: 'BbCdEfGhIjKlMnOpQrStUv', cause: 'Wells', is_withdrawn: false },
      ],
    };
    holdPass(sampleToken, 'the-pass');
    open({ [`POST ${at('own/')}`]: () => ({ body: own }) });
    const valid = await screen.findByRole('link', { name: 'Certificate for your gift to Wells' });
    expect(valid.getAttribute('href')).toBe('/certificates/BbCdEfGhIjKlMnOpQrStUv');
    expect(valid.parentElement?.textContent).not.toContain('withdrawn');
    const gone = screen.getByRole('link', { name: 'Certificate for your gift to Hedgehog Rescue' });
    expect(gone.parentElement?.textContent).toContain('(withdrawn)');
  });

  it('is answered without another email by a code that came before', async () => {
    const { user, server } = open({});
    await user.click(await screen.findByRole('button', { name: 'I have a code' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the email'));
    await user.keyboard('123456{Enter}');
    await screen.findByText('Ada Hill');
    expect(server.askedFor(at('code/'))).toHaveLength(0);
  });

  it('says at the field what is no code, and asks nobody', async () => {
    const { user, server } = open({});
    await user.click(await screen.findByRole('button', { name: 'I have a code' }));
    await user.type(screen.getByLabelText('Code from the email'), '12345{Enter}');
    await screen.findByText('The code has six digits');
    expect(server.askedFor(at('pass/'))).toHaveLength(0);
    expect(screen.getByLabelText('Code from the email')).toHaveProperty('value', '12345');
  });

  it('says that a code is wrong, and after five tries that a new one is needed', async () => {
    const { user } = open({ [`POST ${at('pass/')}`]: () => refusalOf(orderProblems.wrong_code) });
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
    const field = await screen.findByLabelText('Code from the email');
    await user.type(field, '111111{Enter}');
    await screen.findByText(/This is not the code from the email/u);
    for (let tries = 1; tries < 5; tries += 1) {
      await user.click(button('Open my order'));
      await waitFor(() => expect(button('Open my order')).toHaveProperty('disabled', tries === 4));
    }
    await screen.findByText('You tried 5 times. Please send a new code.');
    await user.click(button('Send a new code'));
    await waitFor(() => expect(field).toHaveProperty('disabled', false));
    expect(field).toHaveProperty('value', '');
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['without a network', null, /cannot be reached right now. Please try again in a moment/u],
    ['where codes were asked for too often', refusalOf(requestProblems.too_many), /Too many tries/u],
  ])('says %s that no code was sent', async (_when, answer, words) => {
    const { user } = open({ [`POST ${at('code/')}`]: () => answer });
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
  });

  it('is asked again once the pass is over, by the school or by the device', async () => {
    holdPass(sampleToken, 'the-pass');
    open({ [`POST ${at('own/')}`]: () => refusalOf(orderProblems.pass_over) });
    expect(await screen.findByText(/Your details were hidden after a while/u)).toBeTruthy();
    screen.getByRole('heading', { name: 'Is this your order?' });
  });

  it('is asked again where somebody hides the details, signs in, or it is another order', async () => {
    holdPass(sampleToken, 'the-pass');
    const { user } = open({});
    await screen.findByText('Ada Hill');
    await user.click(button('Hide my details'));
    await screen.findByRole('heading', { name: 'Is this your order?' });
    expect(screen.queryByText('Ada Hill')).toBeNull();
    act(() => holdPass(sampleToken, 'the-pass'));
    await screen.findByText('Ada Hill');
    act(() => useSessionStore.setState({ user: { id: 'child' } as never }));
    await screen.findByRole('heading', { name: 'Is this your order?' });
    act(() => holdPass('AAAAAAAAAAAAAAAAAAAAAA', 'another'));
    screen.getByRole('heading', { name: 'Is this your order?' });
    expect(useHeldPass.getState().held?.pass).toBe('another');
  });

  it('says without a network that the order is safe, and tries again', async () => {
    holdPass(sampleToken, 'the-pass');
    let isDown = true;
    const { user } = open({ [`POST ${at('own/')}`]: () => (isDown ? null : { body: ownOf(null) }) });
    await screen.findByText(/Your order is safe. Your details show up here/u);
    isDown = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('Ada Hill')).toBeTruthy();
  });
});

describe('a download', () => {
  beforeEach(() => holdPass(sampleToken, 'the-pass'));

  it('says before that it cannot be given back any more, and then offers files', async () => {
    const { user } = open({});
    await screen.findByText('Once you download it, it cannot be given back any more.');
    expect(files).toBeNull();
    await user.click(button('Download…'));
    const dialog = await screen.findByRole('dialog', { name: 'Download “The hen”?' });
    within(dialog).getByText('Once you download it, it cannot be given back any more.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(files).toBeNull();
    await user.click(button('Download…'));
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    await screen.findByRole('button', { name: 'Save as PDF' });
  });

  it.each<[KeptReason, string | null]>([
    ['downloaded', '2026-11-26T10:05:00.000Z'],
    ['free', null],
    ['too_late', null],
  ])('has its files at once where it is kept anyway: %s', async (why, when) => {
    open({ [`POST ${at('own/')}`]: () => ({ body: ownOf(why, when) }) });
    await screen.findByRole('button', { name: 'Save as PDF' });
    expect(screen.queryByText(/You can download it again/u) !== null).toBe(when !== null);
    expect(screen.queryByText(/Once you download it/u)).toBeNull();
  });

  it('reads the whole work, page by page', async () => {
    let page = 0;
    const work = sampleWork();
    const { server } = open({
      [`POST ${at('own/')}`]: () => ({ body: ownOf('downloaded') }),
      [`POST ${at(`editions/${lineId}/`)}`]: () => ({
        body: { work_id: work.id, kind: work.kind, slug: work.slug, title: work.title, work },
      }),
      [`POST ${at(`editions/${lineId}/parts/`)}`]: () => {
        const parts = page === 0 ? samplePages.slice(0, 2) : samplePages.slice(2);
        page += 1;
        return {
          body: { count: 3, parts: parts.map(({ id, document }) => ({ id, title: '', document })) },
        };
      },
    });
    await screen.findByRole('button', { name: 'Save as PDF' });
    const read = await act(async () => await files?.read());
    expect(read?.parts.map(({ id }) => id)).toEqual(samplePages.map(({ id }) => id));
    expect(read?.work.title).toBe('The hen');
    expect(server.askedFor(at(`editions/${lineId}/parts/`)).map(({ body }) => body)).toEqual([
      { pass: 'the-pass', offset: 0 },
      { pass: 'the-pass', offset: 2 },
    ]);
  });

  it.each([
    [true, 400, '€4.00 goes back the way it was paid.'],
    [false, 400, 'It was paid more than 60 days ago, so no money goes back.'],
    [false, 0, 'It cost nothing.'],
  ])('says of a withdrawn work what happened to the money: %s, %i', async (refunded, amount, words) => {
    const gone = orderProblems.withdrawn;
    const order = samplePaidOrder();
    open(
      {
        [`POST ${at('own/')}`]: () => ({ body: ownOf('too_late') }),
        [`POST ${at(`editions/${lineId}/`)}`]: () => ({
          status: gone.status,
          body: { code: gone.code, error: gone.error, errors: {}, request_id: 'r', details: { refunded } },
        }),
      },
      () => ({ ...order, lines: order.lines.map((line) => ({ ...line, amount })) }),
    );
    await screen.findByRole('button', { name: 'Save as PDF' });
    await act(async () => {
      await files?.read().catch((error: unknown) => files?.explain(error));
    });
    const alert = await screen.findByText(/“The hen” is not in the library any more/u);
    expect(alert.textContent).toContain(words);
    expect(screen.queryByRole('button', { name: 'Save as PDF' })).toBeNull();
  });

  it('of a line that went back is told and not offered', async () => {
    const order = samplePaidOrder();
    open({}, () => ({
      ...order,
      lines: order.lines.map((line) => ({
        ...line,
        fulfilment: 'withdrawn' as const,
        going_back: 400,
        back_because: 'withdrawn' as const,
      })),
    }));
    await screen.findByText(/€4\.00 goes back the way it was paid/u);
    screen.getByText('Not in the library any more. Your money goes back. €4.00 is on its way back');
    expect(screen.queryByRole('button', { name: 'Download…' })).toBeNull();
  });
});

describe('giving back', () => {
  const gift = { ...samplePaidOrder().lines[0], id: giftId, kind: 'gift', title: 'Hedgehogs', amount: 500 };
  const order = () => {
    const paid = samplePaidOrder();
    return { ...paid, lines: [...paid.lines, gift as TrackedOrder['lines'][number]] };
  };
  const own: OwnDetails = {
    ...ownOf(null),
    returnable: [lineId, giftId],
    lines: [
      { id: lineId, downloaded_at: null, kept_because: null },
      { id: giftId, downloaded_at: null, kept_because: null },
    ],
  };
  const ownPath = `POST ${at('own/')}`;
  const refundPath = `POST ${at('refunds/')}`;
  const isSent = async (server: FakeSchoolServer, times: number) =>
    await waitFor(() => expect(server.askedFor(at('refunds/'))).toHaveLength(times));

  beforeEach(() => holdPass(sampleToken, 'the-pass'));

  it('asks with the sum, sends what was chosen once, and says that it goes back', async () => {
    const { user, server } = open(
      { [ownPath]: () => ({ body: own }), [refundPath]: () => ({ body: order() }) },
      order,
    );
    expect(await screen.findByRole('button', { name: 'Choose what you give back' })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(screen.getByRole('checkbox', { name: 'The hen, digital, €4.00' }));
    await user.click(screen.getByRole('checkbox', { name: 'Hedgehogs, gift, €5.00' }));
    await user.click(button('Give back €9.00…'));
    const dialog = await screen.findByRole('dialog', { name: 'Give back €9.00?' });
    await user.click(within(dialog).getByRole('button', { name: 'Give it back' }));
    await isSent(server, 1);
    expect(server.askedFor(at('refunds/'))[0]?.body).toMatchObject({
      pass: 'the-pass',
      lines: [lineId, giftId],
    });
    await screen.findByText(/€9\.00 goes back the way it was paid. It can take some days/u);
  });

  it('is one refund however often it is sent: after a lost answer with the same id', async () => {
    let isDown = true;
    const { user, server } = open(
      { [ownPath]: () => ({ body: own }), [refundPath]: () => (isDown ? null : { body: order() }) },
      order,
    );
    const give = async () => {
      await user.click(await screen.findByRole('button', { name: 'Give back €4.00…' }));
      await user.click(await screen.findByRole('button', { name: 'Give it back' }));
    };
    await user.click(await screen.findByRole('checkbox', { name: /The hen/u }));
    await give();
    expect((await screen.findByRole('alert')).textContent).toContain('is given back once, however often');
    isDown = false;
    await give();
    await isSent(server, 2);
    const ids = server.askedFor(at('refunds/')).map(({ body }) => (body as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
  });

  it('says why a line cannot be given back', async () => {
    open({ [ownPath]: () => ({ body: ownOf('downloaded', '2026-11-26T10:05:00.000Z') }) });
    await screen.findByText('It was downloaded, so it cannot be given back any more.');
    expect(screen.queryByRole('button', { name: /Give back|Choose what/u })).toBeNull();
  });

  it('says what the school says where it cannot be given back any more', async () => {
    const { user } = open(
      { [ownPath]: () => ({ body: own }), [refundPath]: () => refusalOf(orderProblems.not_returnable) },
      order,
    );
    await user.click(await screen.findByRole('checkbox', { name: /The hen/u }));
    await user.click(button('Give back €4.00…'));
    await user.click(await screen.findByRole('button', { name: 'Give it back' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This cannot be given back any more.');
  });

  it('is not offered before the order is paid', async () => {
    open({ [ownPath]: () => ({ body: { ...own, returnable: [] } }) }, () => ({
      ...order(),
      state: 'placed',
    }));
    await screen.findByText('Ada Hill');
    expect(screen.queryByRole('heading', { name: 'Give something back' })).toBeNull();
  });
});

it('the page of an order leads to its receipts', async () => {
  const token = 'ZzCdEfGhIjKlMnOpQrStUv';
  open({}, () => ({
    ...samplePaidOrder(),
    documents: [
      { type: 'order', number: 'GRN-O26-00001', token },
      { type: 'credit-note', number: 'GRN-C26-00001', token: 'YzCdEfGhIjKlMnOpQrStUv' },
    ],
  }));
  const receipt = await screen.findByRole('link', { name: 'Receipt GRN-O26-00001' });
  expect(receipt.getAttribute('href')).toBe(`/invoice/order/${token}`);
  screen.getByRole('link', { name: 'Credit note GRN-C26-00001' });
});
