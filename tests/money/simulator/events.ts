import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '#contract/kit/http.ts';
import type { PracticeEvent } from '#server/sandbox/deliveries.ts';
import type { Sandbox } from '#server/sandbox/sandbox.ts';
import type { Delivered } from './commands.ts';
import { peerNames } from './world.ts';

const isRefundOfPhonePe = (name: string, { kind }: PracticeEvent) =>
  name === 'phonepe' && kind.startsWith('pg.refund');

/** Sends the events that wait, as they should go or as they do on bad days. @returns how many there were */
export async function deliver(
  sandbox: Sandbox,
  web: FastifyInstance,
  how: Delivered | 'refunds of PhonePe',
): Promise<number> {
  let count = 0;
  for (const name of peerNames) {
    const peer = sandbox.peers[name];
    const pending = peer.deliveries.pending();
    const chosen =
      how === 'refunds of PhonePe' ? pending.filter((each) => isRefundOfPhonePe(name, each)) : pending;
    const ordered =
      how === 'reversed' ? chosen.toReversed() : how === 'the newest' ? chosen.slice(-1) : chosen;
    for (const event of ordered) {
      count += 1;
      if (how === 'never') {
        if (!isRefundOfPhonePe(name, event)) event.state = 'lost';
        continue;
      }
      for (let time = 0; time < (how === 'twice' ? 2 : 1); time += 1) {
        const { statusCode } = await web.inject({
          method: 'POST',
          url: `${apiPrefix}/payments/${name}/events/`,
          payload: event.body,
          headers: { ...peer.sign(event), host: 'localhost' },
        });
        if (statusCode === 200) event.state = 'delivered';
      }
    }
  }
  return count;
}
