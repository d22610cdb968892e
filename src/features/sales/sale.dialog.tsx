import { Alert, Anchor, Checkbox, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type * as v from 'valibot';
import { moneyText, readAmount } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Shop, WorkSaleAnswer } from '#contract/orders/orders.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { typedAmount } from './shop-values.ts';

interface SoldWork {
  id: string;
  title: string;
  /** On whose page it is recorded what a guardian allowed; null where nobody is asked. */
  author_id: string | null;
}

interface SaleFormProps {
  work: SoldWork;
  shop: Shop;
  sale: v.InferOutput<typeof WorkSaleAnswer>;
  api: ApiClient;
  onClose: () => void;
}

interface SaleValues {
  is_for_sale: boolean;
  /** Empty: the shop's. */
  digital_price: string;
  print_price: string;
}

function errorsOf(values: SaleValues, currency: string | null): Partial<Record<keyof SaleValues, string>> {
  const isWrong = (typed: string) =>
    typed.trim() !== '' && (currency === null || readAmount(typed, currency) === null);
  const text =
    currency === null
      ? orderProblems.currency_needed.error
      : `Please enter an amount in ${currency}, such as 4`;
  return {
    ...(isWrong(values.digital_price) && { digital_price: text }),
    ...(isWrong(values.print_price) && { print_price: text }),
  };
}

function SaleForm({ work, shop, sale, api, onClose }: SaleFormProps) {
  const { currency } = shop;
  const valuesOf = (saved: SaleFormProps['sale']): SaleValues => ({
    is_for_sale: saved.is_for_sale,
    digital_price: typedAmount(saved.digital_price, currency),
    print_price: typedAmount(saved.print_price, currency),
  });
  const form = useForm<SaleValues>({
    initialValues: valuesOf(sale),
    validate: (values) => errorsOf(values, currency),
  });
  const draft = useFormDraft(`sale ${work.id}`, form);
  const isMissing = sale.is_permitted === false;
  const priceOf = (typed: string) => (currency === null ? null : readAmount(typed, currency));
  const usual = (amount: number | null) =>
    amount === null || currency === null ? '' : ` Empty: ${moneyText({ amount, currency })}, as in the shop.`;

  async function save(): Promise<void> {
    const params = { id: work.id };
    try {
      const now = await api.call(shopEndpoints.readSale, { params });
      const filled = takeOverSaved(form, valuesOf(now), ['digital_price', 'print_price']);
      if (!filled) return;
      const { is_for_sale, digital_price, print_price } = filled;
      const body = { is_for_sale, digital_price: priceOf(digital_price), print_price: priceOf(print_price) };
      await api.call(shopEndpoints.updateSale, { params, body });
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('This could not be saved', text);
      return;
    }
    notify.success(
      form.getValues().is_for_sale ? `${work.title} is for sale` : `${work.title} is not for sale`,
    );
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
      {isMissing && (
        <Alert role="note" color="yellow" variant="light" title="A guardian has not allowed it yet">
          <Text>
            A child’s book is sold once a guardian said yes.{' '}
            {work.author_id !== null && (
              <Anchor
                component={Link}
                to={paths.school.student({ userId: work.author_id })}
                underline="always"
              >
                Record what a guardian allowed
              </Anchor>
            )}
          </Text>
        </Alert>
      )}
      {!shop.is_open && <Text>The shop is closed: it is for sale once it opens.</Text>}
      <Checkbox
        size="md"
        label="For sale"
        disabled={isMissing && !form.values.is_for_sale}
        {...form.getInputProps('is_for_sale', { type: 'checkbox' })}
      />
      <TextInput
        label="Digital price of its own"
        description={`Tax is in it.${usual(shop.digital_price)}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('digital_price')}
      />
      {shop.print_price !== null && (
        <TextInput
          label="Printed price of its own"
          description={`Tax is in it.${usual(shop.print_price)}`}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('print_price')}
        />
      )}
    </ModalForm>
  );
}

function LoadedSale({ work, api, onClose }: Pick<SaleFormProps, 'work' | 'api' | 'onClose'>) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [sale, shop] = await Promise.all([
        api.call(shopEndpoints.readSale, { params: { id: work.id } }, { signal }),
        api.call(shopEndpoints.read, {}, { signal }),
      ]);
      return { sale, shop };
    },
    [api, work.id],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value) return <SaleForm work={work} {...value} api={api} onClose={onClose} />;
  if (status === 'loading') return <Skeleton height={200} role="status" aria-label="Loading" />;
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={isGone}
      failed="Its price could not be fetched"
      unreachable={`Its price shows up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}

interface SaleDialogProps {
  /** Null before it was opened for any. */
  work: SoldWork | null;
  opened: boolean;
  onClose: () => void;
  api?: ApiClient;
}

/** Whether a book or story is for sale, and for how much. */
export function SaleDialog({ work, opened, onClose, api = apiClient }: SaleDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={work ? `Price and sale of ${work.title}` : ''}>
      {work && <LoadedSale key={work.id} work={work} api={api} onClose={onClose} />}
    </FormModal>
  );
}
