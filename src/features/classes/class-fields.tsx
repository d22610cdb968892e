import { TextInput, type TextInputProps } from '@mantine/core';
import { ThemeField } from './theme-field.tsx';

/** What a class is called and looks like. */
export interface ClassLooks {
  name: string;
  class_theme: string;
}

interface ClassFieldsProps {
  /** Of the form's field `name`. */
  name: TextInputProps;
  theme: string;
  onTheme: (theme: string) => void;
}

export function ClassFields({ name, theme, onTheme }: ClassFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="As everybody calls it, such as Maple or 3b."
        required
        dir="auto"
        autoComplete="off"
        data-autofocus
        {...name}
      />
      <ThemeField value={theme} onChange={onTheme} />
    </>
  );
}
