import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import type { Dashboard } from '#src/session/dashboards.ts';
import { SwitchingOverlay } from '#src/ui/switching-overlay.tsx';

/** Specification, sections 2 and 9: a full-screen overlay for a second, then the other dashboard. */
export function DashboardSwitch({ dashboard, onDone }: { dashboard: Dashboard; onDone: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => {
      void navigate(dashboard.to);
      onDone();
    }, limits.dashboardSwitchDelay);
    return () => clearTimeout(timer);
  }, [dashboard, navigate, onDone]);
  return <SwitchingOverlay to={dashboard.label} />;
}
