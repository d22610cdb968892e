import { PlatformModesScreen } from '#src/features/modes/platform-modes.screen.tsx';

/** The modes of all schools, for the platform. */
export function ModesPage() {
  return <PlatformModesScreen />;
}
