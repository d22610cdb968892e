import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CardSettings } from '#contract/cards/cards.schema.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CardSettingsSection } from './card-settings.section.tsx';

class SettingsSchool implements ApiClient {
  failure: Error | null = null;
  settings: CardSettings = { passwords_on_cards: false };

  readonly call: ApiClient['call'] = async (_endpoint, input) => {
    if (this.failure) throw this.failure;
    const { body } = input as { body?: CardSettings };
    if (body) this.settings = body;
    return this.settings as never;
  };
}

const box = () => screen.findByRole('checkbox', { name: 'Print each child’s password on the card' });

it('warns before passwords are printed on cards, and says what the next cards show', async () => {
  const school = new SettingsSchool();
  const { user } = renderScreen(<CardSettingsSection isGuest={false} api={school} />);
  expect((await box()).hasAttribute('checked')).toBe(false);
  expect(screen.queryByText('Anyone who reads the card can sign in as the child')).toBeNull();
  await user.click(await box());
  expect(screen.getByText('Anyone who reads the card can sign in as the child')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Cards that you print from now on show the password.');
  expect(school.settings).toEqual({ passwords_on_cards: true });
});

it('says why nothing was saved', async () => {
  const school = new SettingsSchool();
  const { user } = renderScreen(<CardSettingsSection isGuest={false} api={school} />);
  await user.click(await box());
  const error = 'You may not do this.';
  school.failure = new ApiProblem(
    403,
    { code: 'request.forbidden', error, errors: {}, request_id: '1' },
    null,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByText(error)).toBeTruthy());
  expect(school.settings).toEqual({ passwords_on_cards: false });
});

it('shows a guest nothing to set, and asks for nothing', () => {
  const school = new SettingsSchool();
  school.failure = new Error('It was asked all the same');
  renderScreen(<CardSettingsSection isGuest api={school} />);
  expect(screen.getByText('Guests do not see or set this. Please ask the school.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
