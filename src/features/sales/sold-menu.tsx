import { Menu } from '@mantine/core';
import { nextFulfilments, type Fulfilment } from '#contract/orders/orders.rules.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { fulfilmentWords } from './sales.words.ts';

interface SoldMenuProps {
  line: SoldLine;
  onChoose: (fulfilment: Fulfilment) => void;
}

/** The next steps of a printed book; nothing where there are none. */
export function SoldMenu({ line, onChoose }: SoldMenuProps) {
  const next = line.fulfilment ? nextFulfilments[line.fulfilment] : [];
  if (next.length === 0) return null;
  return (
    <RowMenu label={`Actions for ${line.title}, ${line.number}`} width={200}>
      {next.map((step) => (
        <Menu.Item
          key={step}
          {...(step === 'cannot_be_made' && { color: 'red' })}
          onClick={() => onChoose(step)}
        >
          {fulfilmentWords[step]}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
