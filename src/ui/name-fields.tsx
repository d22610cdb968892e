import { TextInput } from '@mantine/core';

interface NameFieldsProps {
  /** What the form has for a field. */
  field: (name: 'first_name' | 'last_name') => object;
  /** True where the first name is what a dialog begins with. */
  isFirst?: boolean;
  /** True of somebody who has a single name: the last one may stay empty. */
  hasOneName?: boolean;
}

/** A person's first and last name, in whatever direction it is written. Of somebody else: nothing that the browser could fill in. */
export function NameFields({ field, isFirst = false, hasOneName = false }: NameFieldsProps) {
  const input = { required: true, dir: 'auto', autoComplete: 'off' } as const;
  return (
    <>
      <TextInput
        label="First name"
        {...input}
        data-autofocus={isFirst || undefined}
        {...field('first_name')}
      />
      <TextInput label="Last name" {...input} required={!hasOneName} {...field('last_name')} />
    </>
  );
}
