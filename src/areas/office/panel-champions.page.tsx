import type { ChampionKind } from '#contract/kit/roles.ts';
import { ChampionsScreen } from '#src/features/champions/champions.screen.tsx';

/** Who helps the platform for a while. */
export function PanelChampionsPage({ kind }: { kind: ChampionKind }) {
  return <ChampionsScreen key={kind} kind={kind} />;
}
