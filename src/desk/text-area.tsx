import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './writing.module.css';

interface TextAreaProps {
  label: string;
  description?: string | undefined;
  rows: number;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
  /** True where a dialog opens to have it filled in: whoever has a keyboard types at once. */
  isFirst?: boolean;
  /** True where it cannot go on as it is; `aria-describedby` names the words that say why. */
  error?: boolean;
  'aria-describedby'?: string;
}

/** Several lines of text; it grows with them where the browser can. */
export function TextArea({ label, description, onChange, isFirst = false, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      descriptionProps={{ id: `${id}-more` }}
      size="md"
    >
      <Input
        component="textarea"
        id={id}
        size="md"
        multiline
        className={styles.area}
        aria-describedby={description === undefined ? undefined : `${id}-more`}
        dir="auto"
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...field}
      />
    </Input.Wrapper>
  );
}
