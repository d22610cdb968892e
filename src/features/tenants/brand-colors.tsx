import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { colorFields, HexColor, type ColorField as Field } from '#contract/tenants/tenants.schema.ts';
import { ColorField } from './color-field.tsx';
import { withPrimary } from './derived-colors.rules.ts';
import styles from './tenants.module.css';

interface BrandColorsProps {
  values: Readonly<Record<Field, string>>;
  errors: Readonly<Partial<Record<string, ReactNode>>>;
  isRequired: (field: Field) => boolean;
  onChange: (colors: Partial<Record<Field, string>>) => void;
  onBlur: (field: Field) => void;
}

/** One colour, of which the others are made. They are behind a button, unless something is wrong with one. */
export function BrandColors({ values, errors, isRequired, onChange, onBlur }: BrandColorsProps) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = colorFields.filter(
    (field) => areAllShown || field === 'primary_color' || !v.is(HexColor, values[field]),
  );
  return (
    <>
      <div className={styles.colors}>
        {shown.map((field) => (
          <ColorField
            key={field}
            field={field}
            required={isRequired(field)}
            value={values[field]}
            error={errors[field]}
            onChange={(color) =>
              onChange(field === 'primary_color' ? withPrimary(color, values) : { [field]: color })
            }
            onBlur={() => onBlur(field)}
          />
        ))}
      </div>
      <Button variant="default" mt="sm" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
        {areAllShown ? 'Fewer colours' : 'More colours'}
      </Button>
    </>
  );
}
