import { useState, type ComponentPropsWithRef, type MouseEvent } from 'react';

/** Neither does what it is for nor submits its form, by a press, the Enter key, or Enter in one of the form's fields. */
function doNothing(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The element of every button. One that is disabled while somebody stands on it, such as while it loads, keeps the keyboard:
 * browsers would put whoever presses Tab next back to the beginning of the page. It says that it is disabled and takes no
 * press; once it is left it is disabled as any other.
 */
export function SteadyButton({
  type,
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...others
}: ComponentPropsWithRef<'button'>) {
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = disabled && isFocused;
  return (
    <button
      type="button"
      {...(type !== undefined && { type })}
      {...others}
      disabled={disabled && !isHeld}
      {...(isHeld && { 'aria-disabled': true })}
      onClick={isHeld ? doNothing : onClick}
      onFocus={(event) => {
        setIsFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setIsFocused(false);
        onBlur?.(event);
      }}
    />
  );
}
