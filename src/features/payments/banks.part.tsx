import { Button, Group, Menu, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { currencyCodes, currencyName } from '#contract/kit/currencies.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import type { BankAccount } from '#contract/payments/payments.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import styles from './payments.module.css';

interface BanksPartProps {
  banks: readonly BankAccount[];
  api: ApiClient;
  onChanged: () => void;
}

const empty: BankAccount = { currency: '', holder: '', bank: '', account: '', code: '', words: '' };

interface BankFormProps {
  /** The one that is changed; null: a new one. */
  bank: BankAccount | null;
  api: ApiClient;
  onChanged: () => void;
  onClose: () => void;
}

function BankForm({ bank, api, onChanged, onClose }: BankFormProps) {
  const form = useForm<BankAccount>({
    initialValues: bank ?? empty,
    validate: {
      currency: (code) => (code === '' ? 'Please choose a currency' : null),
      holder: (text) => (text.trim() === '' ? 'Please enter the account holder' : null),
      account: (text) => (text.trim() === '' ? 'Please enter an IBAN or account number' : null),
    },
  });
  const draft = useFormDraft(`bank ${bank?.currency ?? ''}`, form);
  const currencies = useMemo(
    () => [
      { value: '', label: 'Choose a currency' },
      ...currencyCodes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` })),
    ],
    [],
  );

  async function save(body: BankAccount): Promise<void> {
    try {
      await api.call(paymentEndpoints.setBank, { body });
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('This could not be saved', text);
      return;
    }
    notify.success(`The account for ${body.currency} is saved`);
    onChanged();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <NativeSelect
        label="Currency"
        required
        disabled={bank !== null}
        data={currencies}
        {...form.getInputProps('currency')}
      />
      <TextInput
        label="Account holder"
        required
        maxLength={140}
        autoComplete="off"
        {...form.getInputProps('holder')}
      />
      <TextInput
        label="IBAN or account number"
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('account')}
      />
      <TextInput
        label="Bank code"
        description="Such as a BIC, sort code, routing number or IFSC."
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('code')}
      />
      <TextInput label="Bank" maxLength={140} autoComplete="off" {...form.getInputProps('bank')} />
      <Textarea
        label="What else a buyer needs to know"
        rows={2}
        maxLength={500}
        {...form.getInputProps('words')}
      />
    </ModalForm>
  );
}

/** Bank accounts that transfers go to, one a currency. */
export function BanksPart({ banks, api, onChanged }: BanksPartProps) {
  const editing = useDialog<BankAccount | 'new'>();
  const removing = useDialog<BankAccount>();

  async function remove({ currency }: BankAccount): Promise<void> {
    try {
      await api.call(paymentEndpoints.removeBank, { params: { currency } });
      notify.success(`The account for ${currency} is removed`);
      onChanged();
    } catch (error) {
      notify.error('This could not be removed', failureOf(error).text);
    }
  }

  return (
    <div className={styles.part}>
      <Text>Buyers can pay by bank transfer in each currency that has an account here.</Text>
      {banks.length > 0 && (
        <ul className={styles.list} aria-label="Bank accounts">
          {banks.map((bank) => (
            <li key={bank.currency} className={styles.item}>
              <div className={styles.words}>
                <Text fw={600}>{bank.currency}</Text>
                <Text>
                  <bdi>{bank.holder}</bdi>
                </Text>
                <Text c="dimmed">{[bank.account, bank.code, bank.bank].filter(Boolean).join(' · ')}</Text>
              </div>
              <RowMenu label={`Actions for the account for ${bank.currency}`} width={180}>
                <Menu.Item onClick={() => editing.open(bank)}>Edit…</Menu.Item>
                <Menu.Item color="red" onClick={() => removing.open(bank)}>
                  Remove…
                </Menu.Item>
              </RowMenu>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={() => editing.open('new')}>
          Add a bank account
        </Button>
      </Group>
      <FormModal
        opened={editing.opened}
        title={editing.subject === 'new' ? 'Add a bank account' : 'Edit this bank account'}
        onClose={editing.close}
      >
        {editing.subject && (
          <BankForm
            bank={editing.subject === 'new' ? null : editing.subject}
            api={api}
            onChanged={onChanged}
            onClose={editing.close}
          />
        )}
      </FormModal>
      <ConfirmDialog
        opened={removing.opened}
        title="Remove this bank account?"
        question={`Bank transfer is not offered in ${removing.subject?.currency ?? ''} any more. Orders that wait for one lose its details.`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing.subject) await remove(removing.subject);
        }}
        onClose={removing.close}
      />
    </div>
  );
}
