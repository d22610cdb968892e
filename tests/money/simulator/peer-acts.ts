import type { Peer } from '#server/sandbox/peer.ts';
import type { PracticePayment } from '#server/sandbox/practice.ts';
import type { PeerAct } from './commands.ts';
import { peerNames, type MoneyWorld } from './world.ts';

const day = 24 * 60 * 60 * 1000;

interface At {
  peer: Peer;
  payment: PracticePayment;
}

/** What can be done there at all; the shop looks for refunds and disputes in the first week. */
const isPossible: Readonly<Record<PeerAct, (payment: PracticePayment, now: number) => boolean>> = {
  pay: ({ state }) => state === 'open',
  'pay another amount': ({ state }) => state === 'open',
  decline: ({ state }) => state === 'open',
  cancel: ({ state }) => state === 'open',
  hold: ({ state }) => state === 'open',
  release: ({ state }) => state === 'waiting',
  'refuse what waits': ({ state }) => state === 'waiting',
  expire: ({ state }) => state === 'open' || state === 'approved',
  refund: ({ state, begun_at }, now) => state === 'paid' && now - begun_at < 6 * day,
  'refund a part': ({ state, begun_at }, now) => state === 'paid' && now - begun_at < 6 * day,
  'refund later': ({ state, begun_at }, now) => state === 'paid' && now - begun_at < 6 * day,
  'end a refund': ({ refunds }) => refunds.some(({ state }) => state === 'waiting'),
  'fail a refund': ({ refunds, begun_at }, now) =>
    now - begun_at < 6 * day && refunds.some(({ state }) => state !== 'failed'),
  dispute: ({ state, begun_at }, now) => state === 'paid' && now - begun_at < 6 * day,
  'dispute a part': ({ state, begun_at }, now) => state === 'paid' && now - begun_at < 6 * day,
  'win a dispute': ({ disputes }) => disputes.some(({ state }) => state === 'open'),
  'lose a dispute': ({ disputes, refunds }) => {
    const dispute = disputes.find(({ state }) => state === 'open');
    // Who gave the money back does not lose it once more.
    return dispute !== undefined && !refunds.some(({ amount }) => amount === dispute.amount);
  },
  'lose a dispute by a refund': ({ disputes }) => disputes.some(({ state }) => state === 'open'),
};

/** PhonePe tells of disputes by e-mail alone, and PayPal alone may list the money of one as a refund, too. */
function isTold(act: PeerAct, { name }: Peer): boolean {
  if (act === 'lose a dispute by a refund') return name === 'paypal';
  return name !== 'phonepe' || !act.includes('dispute');
}

async function decideAll({ sandbox }: MoneyWorld): Promise<void> {
  for (const peer of Object.values(sandbox.peers))
    for (const { id, state, refunds, disputes } of peer.practice.all()) {
      if (state === 'waiting') await peer.release(id, true);
      for (const refund of refunds) if (refund.state === 'waiting') await peer.finishRefund(refund.id, true);
      for (const dispute of disputes)
        if (dispute.state === 'open') await peer.closeDispute(dispute.id, 'won');
    }
}

/** @returns false where there is nothing to do it to */
export async function actAtPeer(
  world: MoneyWorld,
  { act, which }: { act: PeerAct | 'decide all'; which: number },
): Promise<boolean> {
  if (act === 'decide all') {
    await decideAll(world);
    return true;
  }
  const now = world.clock.now().getTime();
  // Nobody gets to a pay page whose address did not come back from the provider.
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    'select provider_ref from payments where provider_ref is not null',
  );
  const reachable = new Set(rows.map(({ provider_ref }) => provider_ref));
  const possible: At[] = peerNames.flatMap((name) => {
    const peer = world.sandbox.peers[name];
    return peer.practice
      .all()
      .filter((payment) => isTold(act, peer) && reachable.has(payment.id) && isPossible[act](payment, now))
      .map((payment) => ({ peer, payment }));
  });
  const chosen = possible[which % Math.max(1, possible.length)];
  if (!chosen) return false;
  await doIt(act, chosen);
  return true;
}

async function doIt(act: PeerAct, { peer, payment }: At): Promise<void> {
  const { id, amount, refunds, disputes } = payment;
  const openDispute = disputes.find(({ state }) => state === 'open')?.id ?? '';
  const left = peer.practice.left(payment);
  switch (act) {
    case 'pay':
    case 'decline':
    case 'cancel':
    case 'hold':
    case 'expire':
      await peer[act](id);
      return;
    case 'pay another amount':
      await peer.pay(id, { amount: amount + 7 });
      return;
    case 'release':
      await peer.release(id, true);
      return;
    case 'refuse what waits':
      await peer.release(id, false);
      return;
    case 'refund':
      await peer.refund(id);
      return;
    case 'refund a part':
    case 'refund later':
      await peer.refund(id, { amount: Math.ceil(left / 3), waits: act === 'refund later' });
      return;
    case 'end a refund':
      await peer.finishRefund(refunds.find(({ state }) => state === 'waiting')?.id ?? '', true);
      return;
    case 'fail a refund':
      await peer.finishRefund(refunds.find(({ state }) => state !== 'failed')?.id ?? '', false);
      return;
    case 'dispute':
      await peer.dispute(id);
      return;
    case 'dispute a part':
      await peer.dispute(id, Math.ceil(amount / 5));
      return;
    case 'win a dispute':
      await peer.closeDispute(openDispute, 'won');
      return;
    case 'lose a dispute':
      await peer.closeDispute(openDispute, 'lost');
      return;
    case 'lose a dispute by a refund':
      await peer.closeDispute(openDispute, 'lost', { byRefund: true });
  }
}
