import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { withParts } from '#src/lib/address-parts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { KeysetPager } from './keyset-pager.tsx';
import { useKeysetTrail, useOwnTrail, type KeysetTrail } from './keyset-trail.ts';
import { useAddress } from './use-address.ts';
import { useKeysetPages } from './use-keyset-pages.ts';

const size = 2;

function Hens({ trail }: { trail: KeysetTrail }) {
  const [hens, setHens] = useState(['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa']);
  const from = Number(trail.after ?? 0);
  const next = from + size < hens.length ? `?limit=2&after=${from + size}` : null;
  const value = { count: hens.length, next, results: hens.slice(from, from + size) };
  const pager = useKeysetPages({ value, busy: false }, trail, size);
  return (
    <>
      <button type="button" onClick={() => setHens(hens.slice(0, -1))}>
        Sell the last
      </button>
      <KeysetPager {...pager} noun={['hen', 'hens']} />
    </>
  );
}

function HensByAddress() {
  const trail = useKeysetTrail();
  const [, setAddress] = useAddress();
  return (
    <>
      <Hens trail={trail} />
      <button type="button" onClick={() => setAddress(withParts({ help: 'hens' }))}>
        Help
      </button>
      <button type="button" onClick={() => setAddress(withParts({ help: null }))}>
        Close help
      </button>
    </>
  );
}

const OtherHens = () => <Hens trail={useOwnTrail()} />;

const open = (address = '/') => renderScreen(<HensByAddress />, { address });
const says = (text: string) => expect(screen.getByRole('status').textContent).toBe(text);
const button = (name: string) => screen.getByRole('button', { name });

it('A list by key says which rows a page has, and leads to those before and after', async () => {
  const { user } = open();
  says('1–2 of 5 hens');
  expect(button('Earlier')).toHaveProperty('disabled', true);
  await user.click(button('Later'));
  await untilAddressIs('/?after=2');
  says('3–4 of 5 hens');
  await user.click(button('Later'));
  says('5–5 of 5 hens');
  expect(button('Later')).toHaveProperty('disabled', true);
  await user.click(button('Earlier'));
  await untilAddressIs('/?after=2');
  says('3–4 of 5 hens');
  await user.click(button('Earlier'));
  await untilAddressIs('/');
  says('1–2 of 5 hens');
});

it('A list by key keeps its way while something else is opened by the address and closed', async () => {
  const { user } = open();
  await user.click(button('Later'));
  await user.click(button('Later'));
  await user.click(button('Help'));
  await untilAddressIs('/?after=4&help=hens');
  await user.click(button('Close help'));
  says('5–5 of 5 hens');
  await user.click(button('Earlier'));
  await untilAddressIs('/?after=2');
});

it('A list by key says of an address that somebody sent how many there are alone', async () => {
  const { user } = open('/?after=2');
  says('5 hens');
  await user.click(button('Later'));
  await untilAddressIs('/?after=4');
  says('5 hens');
  await user.click(button('Earlier'));
  await user.click(button('Earlier'));
  await untilAddressIs('/');
  says('1–2 of 5 hens');
});

it('A list by key leads back where the last row of a page is gone, and has no pages where there is one', async () => {
  const { user } = open();
  await user.click(button('Later'));
  await user.click(button('Later'));
  await user.click(button('Sell the last'));
  await untilAddressIs('/?after=2');
  says('3–4 of 4 hens');
  for (let sold = 0; sold < 3; sold += 1) await user.click(button('Sell the last'));
  await untilAddressIs('/');
  says('1 hen');
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
});

it('A list by key beside another leaves the address alone', async () => {
  const { user } = renderScreen(<OtherHens />);
  await user.click(button('Later'));
  says('3–4 of 5 hens');
  await untilAddressIs('/');
});
