import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { sampleOrder, sampleToken } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { TrackScreen } from './track.screen.tsx';

const path = `GET /trackorder/${sampleToken}/`;
const transfer = {
  holder: 'Quillshelf Ltd',
  bank: '',
  account: 'DE02 1203 0000 0000 2020 51',
  code: 'BYLADEM1001',
  words: 'Only from Europe.',
  reference: 'GRN-7K2MQ4X',
};

const noFiles = () => null;

describe('an order to be paid by bank transfer', () => {
  it('says where to send how much, with which reference', async () => {
    const order = sampleOrder({ payment: { provider: 'transfer', state: 'begun', pay_url: null }, transfer });
    const server = new FakeSchoolServer({ [path]: () => ({ body: order }) });
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} />, { replica: null });
    await screen.findByRole('heading', { name: 'Send €4.00 by bank transfer' });
    for (const text of [transfer.holder, transfer.account, transfer.code, transfer.words, transfer.reference])
      expect(screen.getByText(text)).toBeTruthy();
    // What is empty is left out.
    expect(screen.queryByText('Bank', { exact: true })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy Reference' })).toBeTruthy();
    expect(server.asked).toHaveLength(1);
  });

  it('says nothing of a bank where it is paid another way', async () => {
    const server = new FakeSchoolServer({ [path]: () => ({ body: sampleOrder() }) });
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} />, { replica: null });
    await screen.findByRole('heading', { name: /^Order/u });
    expect(screen.queryByRole('heading', { name: /by bank transfer$/u })).toBeNull();
    expect(server.asked).toHaveLength(1);
  });
});
