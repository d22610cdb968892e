import { moneyText } from '#contract/kit/money.ts';
import { manners, type Manner, type PracticeEvent } from './deliveries.ts';
import type { Peer } from './peer.ts';
import type { PracticePayment } from './practice.ts';

const names = { stripe: 'Stripe', paypal: 'PayPal', phonepe: 'PhonePe' };

const states: Readonly<Record<PracticePayment['state'], string>> = {
  open: 'Not paid yet',
  approved: 'You agreed. The shop takes the money next.',
  waiting: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'It did not work. No money was taken.',
  cancelled: 'You cancelled. No money was taken.',
  expired: 'Too late: this page is closed. No money was taken.',
};

const mannerWords: Readonly<Record<Manner, string>> = {
  once: 'Send each message once',
  twice: 'Send each message twice',
  late: 'Send messages a minute late',
  never: 'Lose all messages',
  reversed: 'Send two messages in the wrong order',
};

const eventWords: Readonly<Record<PracticeEvent['state'], string>> = {
  waits: 'on its way',
  delivered: 'delivered',
  lost: 'lost',
};

const style = `
*{box-sizing:border-box}
body{margin:0;font:1.125rem/1.5 system-ui,sans-serif;color:#1f2937;background:#f8fafc}
.band{margin:0;padding:.75rem 1rem;background:#fde68a;color:#1f2937;text-align:center;font-weight:700}
main{max-width:40rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2rem 0 .5rem}
form{display:grid;gap:.75rem;margin:.75rem 0}
button{min-height:3rem;padding:.5rem 1rem;font:inherit;border:2px solid #1d4ed8;border-radius:.5rem;background:#fff;color:#1d4ed8;cursor:pointer}
button.first{background:#1d4ed8;color:#fff;font-weight:700}
input,select{min-height:3rem;width:100%;padding:.5rem;font:inherit;border:2px solid #475569;border-radius:.5rem;background:#fff;color:inherit}
:focus-visible{outline:3px solid #b45309;outline-offset:2px}
.note{padding:.75rem 1rem;border-left:.5rem solid #b45309;background:#fff}
a{color:#1d4ed8}li{margin:.5rem 0;overflow-wrap:anywhere}
`;

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

function button(act: string, words: string, isFirst = false): string {
  return `<button type="submit" name="act" value="${escapeHtml(act)}"${isFirst ? ' class="first"' : ''}>${escapeHtml(words)}</button>`;
}

const form = (...parts: readonly string[]) => `<form method="post">${parts.join('')}</form>`;

/** The page on which a practice buyer pays, and on which one practises bad days afterwards. */
export function payPage(peer: Peer, payment: PracticePayment, note: string | null): string {
  const name = names[peer.name];
  const text = (amount: number) => {
    const currency = payment.captured_currency.toUpperCase();
    return moneyText({ amount: peer.minor(amount, currency), currency }, 'en');
  };
  const said = note ?? (payment.state === 'open' && payment.failure ? declined : null);
  const sections = [
    payment.state === 'open' ? payForm(text(payment.amount)) : backLink(payment),
    payment.state === 'waiting' ? waitingForm : '',
    payment.state === 'paid' ? refundSection(peer, payment, text) : '',
    payment.state === 'paid' && peer.name !== 'phonepe' ? disputeSection(payment, text) : '',
    eventSection(peer, payment),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="/icons/favicon.svg"><title>${name}: practice payment</title><style>${style}</style></head>
<body><header><p class="band">Practice: no real money</p></header>
<main><h1>${name}: ${escapeHtml(text(payment.amount))}</h1>
<p>${escapeHtml(payment.description)}</p>
${said === null ? '' : `<p class="note" role="alert">${escapeHtml(said)}</p>`}
<p role="status">${states[payment.state]}</p>
${sections.join('\n')}
</main></body></html>`;
}

const declined = 'The bank said no. No money was taken. Try again, or cancel.';

function payForm(amount: string): string {
  return form(
    button('pay', `Pay ${amount}`, true),
    button('decline', 'Decline: the bank says no'),
    button('cancel', 'Cancel and go back'),
    button('hold', 'Pay later: keep it waiting'),
    button('lose', 'Pay and lose the connection'),
  );
}

function backLink({ success_url }: PracticePayment): string {
  return `<p><a href="${escapeHtml(success_url)}">Back to the shop</a></p>`;
}

const waitingForm = `<h2>What the bank says</h2>${form(
  button('succeed', 'Yes: the money comes', true),
  button('fail', 'No: it does not come'),
)}`;

function refundSection(peer: Peer, payment: PracticePayment, text: (amount: number) => string): string {
  const left = peer.practice.left(payment);
  const made = payment.refunds.map(
    ({ id, amount, state }) =>
      `<li>${escapeHtml(text(amount))}: ${{ done: 'given back', waiting: 'on its way back', failed: 'came back' }[state]}${
        state === 'failed' ? '' : form(button(`refund-fails:${id}`, `The bank sends ${text(amount)} back`))
      }</li>`,
  );
  const label = `Amount, in the smallest unit (at most ${left})`;
  const more =
    left === 0
      ? ''
      : form(
          `<label for="amount">${label}</label>`,
          `<input id="amount" name="amount" inputmode="numeric" pattern="[0-9]*" value="${left}">`,
          button('refund', `Refund at ${names[peer.name]}`),
        );
  return `<h2>Refunds</h2>${made.length > 0 ? `<ul>${made.join('')}</ul>` : ''}${more}`;
}

function disputeSection(payment: PracticePayment, text: (amount: number) => string): string {
  const each = payment.disputes.map(({ id, amount, state }) => {
    const words = { open: 'is looked at', won: 'was won by the shop', lost: 'was lost by the shop' }[state];
    const decide =
      state === 'open'
        ? form(
            button(`dispute-won:${id}`, 'The shop wins the dispute'),
            button(`dispute-lost:${id}`, 'The shop loses the dispute'),
          )
        : '';
    return `<li>A dispute over ${escapeHtml(text(amount))} ${words}.${decide}</li>`;
  });
  return `<h2>Disputes</h2>${each.length > 0 ? `<ul>${each.join('')}</ul>` : ''}${form(
    button('dispute', 'The buyer disputes the payment'),
  )}`;
}

function eventSection({ deliveries }: Peer, payment: PracticePayment): string {
  const about = deliveries.events.filter((event) => event.about === payment.id);
  const each = about.map(
    ({ id, kind, state, attempts }) =>
      `<li>${escapeHtml(kind)}: ${eventWords[state]}, sent ${attempts} ${attempts === 1 ? 'time' : 'times'}${form(
        button(`send:${id}`, `${attempts === 0 ? 'Send' : 'Send again'}: ${kind}`),
      )}</li>`,
  );
  const options = manners.map(
    (manner) =>
      `<option value="${manner}"${manner === deliveries.manner ? ' selected' : ''}>${mannerWords[manner]}</option>`,
  );
  return `<h2>Messages to the shop</h2>${each.length > 0 ? `<ul>${each.join('')}</ul>` : '<p>None yet.</p>'}${form(
    '<label for="manner">From now on</label>',
    `<select id="manner" name="manner">${options.join('')}</select>`,
    button('manner', 'Change how messages are sent'),
  )}`;
}
