import { practicePrefix } from '#contract/kit/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { manners } from './deliveries.ts';
import { payPage } from './page.ts';
import type { Peer } from './peer.ts';
import { PracticeError, type PracticePayment } from './practice.ts';
import type { Sandbox } from './sandbox.ts';

interface Address {
  Params: { provider: string; id: string };
  Querystring: { lost?: string };
}

/** Serves the pay pages of practice providers on the app's own port, under `/sandbox/`. */
export function serveSandbox(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    const find = (request: FastifyRequest<Address>) => {
      const { provider, id } = request.params;
      const peer = Object.values(sandbox.peers).find(({ name }) => name === provider);
      const payment = peer?.practice.find(id);
      // The page of another tenant is not there, as all of theirs is not.
      const isHere = payment && new URL(payment.success_url).host === request.host;
      return peer && isHere && payment.id === id ? { peer, payment } : null;
    };

    scope.get<Address>(`${practicePrefix}/:provider/:id`, async (request, reply) => {
      const found = find(request);
      if (found === null) return reply.callNotFound();
      await found.peer.book.save();
      return await show(reply, found, request.query.lost === undefined ? null : lost);
    });

    scope.post<Address>(`${practicePrefix}/:provider/:id`, async (request, reply) => {
      const found = find(request);
      if (found === null) return reply.callNotFound();
      if (!isFromOurPage(request)) return await show(reply.status(403), found, 'Another site sent this.');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      try {
        const next = await act(found.peer, found.payment, form);
        return await reply
          .header('cache-control', 'no-store')
          .redirect(next ?? request.url.split('?')[0] ?? '/', 303);
      } catch (error) {
        if (!(error instanceof PracticeError)) throw error;
        return await show(reply.status(409), found, `${error.message}.`);
      }
    });
  });
}

const lost = 'You paid, and the connection was lost before the shop heard of it. You can close this page.';

async function show(
  reply: FastifyReply,
  { peer, payment }: { peer: Peer; payment: PracticePayment },
  note: string | null,
): Promise<FastifyReply> {
  return await reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(payPage(peer, payment, note));
}

/** As for calls of the API: other sites cannot send. */
function isFromOurPage(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
}

/** Where the provider sends the buyer back to. */
function backTo({ name }: Peer, { id, success_url }: PracticePayment): string {
  if (name === 'stripe') return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
  if (name === 'phonepe') return success_url;
  const url = new URL(success_url);
  url.searchParams.set('token', id);
  url.searchParams.set('PayerID', 'PRACTICE');
  return url.href;
}

/** @returns where to go next; null stays on the page @throws PracticeError where that cannot be done now */
async function act(peer: Peer, payment: PracticePayment, form: URLSearchParams): Promise<string | null> {
  const { id } = payment;
  const [what = '', about = ''] = (form.get('act') ?? '').split(':');
  switch (what) {
    case 'pay':
    case 'hold':
      await peer[what](id);
      return backTo(peer, payment);
    case 'lose':
      await peer.pay(id);
      return `/sandbox/${peer.name}/${id}?lost=1`;
    case 'decline':
      await peer.decline(id);
      // Stripe's page stays for another try.
      return peer.name === 'stripe' ? null : backTo(peer, payment);
    case 'cancel':
      await peer.cancel(id);
      return payment.cancel_url;
    case 'succeed':
    case 'fail':
      await peer.release(id, what === 'succeed');
      return null;
    case 'refund':
      await peer.refund(id, { amount: Number(form.get('amount')) });
      return null;
    case 'refund-fails':
      await peer.finishRefund(about, false);
      return null;
    case 'dispute':
      await peer.dispute(id);
      return null;
    case 'dispute-won':
    case 'dispute-lost':
      await peer.closeDispute(about, what === 'dispute-won' ? 'won' : 'lost');
      return null;
    case 'send': {
      const event = peer.deliveries.events.find((each) => each.id === about && each.about === id);
      if (event) await peer.deliveries.send(event);
      return null;
    }
    case 'manner': {
      const manner = manners.find((each) => each === form.get('manner'));
      if (manner !== undefined) peer.deliveries.manner = manner;
      return null;
    }
    default:
      throw new PracticeError('There is no such button');
  }
}
