import { limits } from '#contract/kit/limits.ts';
import { panelCounted } from '#contract/panel/panel.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { KeysetList, type KeysetListProps } from '#src/ui/keyset-list.tsx';

type PanelListViewProps<Row> = Omit<KeysetListProps<Row>, 'quiet' | 'tip' | 'counted' | 'unreachable'>;

/** A list of all schools: search, filters, rows or why there are none, and the pages before and after. */
export function PanelListView<Row>(props: PanelListViewProps<Row>) {
  return (
    <KeysetList
      {...props}
      quiet={limits.searchDebounce}
      tip="Add a word to find fewer."
      counted={panelCounted}
      unreachable={`The list shows up here ${asSoonAsReached}.`}
    />
  );
}
