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
  /** Why it cannot go on as it is. */
  error?: string | false;
}

/** Several lines of text; it grows with them where the browser can. */
export function TextArea({ label, description, onChange, isFirst = false, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={field.error}
      errorProps={{ role: 'alert' }}
      size="md"
    >
      <Input
        component="textarea"
        id={id}
        size="md"
        multiline
        className={styles.area}
        dir="auto"
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...field}
      />
    </Input.Wrapper>
  );
}
