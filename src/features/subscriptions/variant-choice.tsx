import '@mantine/core/styles/Radio.layer.css';
import { Radio, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Plan } from '#contract/subscriptions/subscriptions.schema.ts';
import { seatRangeText, trialText, variantText } from './plans.words.ts';
import { offeredVariants } from './plan-values.ts';
import styles from './plans.module.css';

interface VariantChoiceProps {
  plans: readonly Plan[];
  /** Whether a trial is given. */
  mayTry: boolean;
  value: string;
  error: ReactNode;
  onChange: (id: string) => void;
}

/** The plans that are offered, each with what it has and its variants. */
export function VariantChoice({ plans, mayTry, value, error, onChange }: VariantChoiceProps) {
  return (
    <Radio.Group
      label="Plan"
      required
      value={value}
      error={error}
      data-wrong={Boolean(error) || undefined}
      onChange={onChange}
    >
      <div className={styles.plans}>
        {plans.map((plan) => (
          <div key={plan.id} className={styles.plan}>
            <Text fw={700} dir="auto">
              {plan.name}
            </Text>
            {plan.description !== '' && (
              <Text className={styles.lineBreaks} dir="auto">
                {plan.description}
              </Text>
            )}
            {plan.features.length > 0 && (
              <ul className={styles.features}>
                {plan.features.map((feature) => (
                  <li key={feature} dir="auto">
                    {feature}
                  </li>
                ))}
              </ul>
            )}
            {offeredVariants([plan]).map(({ variant }) => (
              <Radio
                key={variant.id}
                size="md"
                value={variant.id}
                label={variantText(plan.name, variant)}
                description={[
                  seatRangeText(variant),
                  ...(mayTry && variant.trial_days > 0 ? [trialText(variant)] : []),
                ].join(', ')}
              />
            ))}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
