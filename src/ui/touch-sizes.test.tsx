import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { RowMenu } from './row-menu.tsx';

/** What a control is at least as high as, in pixels, by its own style: jsdom lays nothing out. */
function heightOf(name: string): number {
  const { style } = screen.getByRole('button', { name });
  const said = style.minHeight || style.getPropertyValue('--ai-size');
  const pixels = /([\d.]+)(rem|px)?/u.exec(said) ?? expect.fail(`${name} has no height of its own`);
  return Number(pixels[1]) * (pixels[2] === 'rem' ? 16 : 1);
}

const nothing = () => undefined;

it('has controls of lists and charts that are as large as a finger', () => {
  renderScreen(
    <>
      <BulkBar label="Picked" count={1} all={4} onPickAll={nothing} onClear={nothing}>
        {null}
      </BulkBar>
      <ChartFigure title="Sign-ins" detail="" columns={['Day', 'Count']} rows={[]}>
        {null}
      </ChartFigure>
      <RowMenu label="Actions for Zoë Fern" width={200}>
        <Menu.Item>Rename</Menu.Item>
      </RowMenu>
    </>,
  );
  for (const name of ['Select all 4', 'Clear', 'Show as a table', 'Actions for Zoë Fern'])
    expect(heightOf(name), name).toBeGreaterThanOrEqual(44);
});
