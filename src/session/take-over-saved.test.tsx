import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { takeOverSaved } from './take-over-saved.ts';

interface Values {
  name: string;
  price: string;
}

const opened: Values = { name: 'Maple', price: '4' };

function open(saved: Values) {
  const sent: Values[] = [];
  function Form() {
    const form = useForm({ initialValues: opened });
    const save = () => {
      const values = takeOverSaved(form, saved, ['name']);
      if (values) sent.push(values);
    };
    return (
      <form onSubmit={form.onSubmit(save)}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Price" {...form.getInputProps('price')} />
        <button type="submit">Save</button>
      </form>
    );
  }
  return { sent, ...renderScreen(<Form />) };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

it('sends what was typed with what another tab saved at the other fields', async () => {
  const { user, sent } = open({ name: 'Maple', price: '5' });
  await user.type(field('Name'), ' tree');
  await user.click(save());
  expect(sent).toEqual([{ name: 'Maple tree', price: '5' }]);
  expect(field('Price').value).toBe('5');
});

it('asks where both changed one field, keeps what is typed, and sends it the next time', async () => {
  const { user, sent } = open({ name: 'Oak', price: '5' });
  await user.type(field('Name'), ' tree');
  await user.type(field('Price'), '0');
  await user.click(save());
  expect(sent).toEqual([]);
  await screen.findByText('This was changed in the meantime: it is “Oak” now. Save to keep what you typed.');
  screen.getByText('This was changed in the meantime. Save to keep what you typed.');
  expect(field('Name').value).toBe('Maple tree');
  await user.click(save());
  expect(sent).toEqual([{ name: 'Maple tree', price: '40' }]);
});
