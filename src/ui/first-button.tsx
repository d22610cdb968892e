import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef, type ComponentPropsWithoutRef } from 'react';
import { takeFocus } from './use-first-field.ts';

type FirstButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** What a dialog without fields is opened for: the keyboard begins here, and not at the cross that closes it. */
export function FirstButton(props: FirstButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => takeFocus(button.current), []);
  return <Button ref={button} {...props} />;
}
