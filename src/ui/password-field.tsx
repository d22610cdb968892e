import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

interface PasswordFieldProps extends PasswordInputProps {
  /** `off` on a device that others use too: then no browser keeps what is typed. */
  autoComplete: 'off' | 'current-password' | 'new-password';
  startsShown?: boolean;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ startsShown = false, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(startsShown);
  return (
    <PasswordInput
      // Mantine says it of every field but this one: the focus goes to the first wrong one, and a screen reader says so.
      aria-invalid={Boolean(props.error) || undefined}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? 'Hide password' : 'Show password',
        tabIndex: 0,
      }}
      {...props}
    />
  );
}
