import { Button } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { addressOn } from '#src/session/other-host.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

const sleep = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

interface School {
  id: string;
  school_name: string;
}

/** Leaves for the school's host. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

/**
 * Opens a school as its guest, by a link that is made that moment. `opening`: its id, while the link is made; `switchingTo`: its name,
 * while the page is being left.
 */
export function useOpenSchool(api: ApiClient, onOpen: (address: string) => void = leaveFor) {
  const [opening, setOpening] = useState<string | null>(null);
  const [switchingTo, setSwitchingTo] = useState<string | null>(null);

  /**
   * @param reason why somebody of the platform enters, where no request says it
   * @param onLeaving called before the page is left, with the reason sent
   */
  async function open({ id, school_name }: School, reason?: string, onLeaving?: () => void) {
    setOpening(id);
    try {
      const { host, token } = await api.call(visitEndpoints.makeLink, {
        body: { tenant_id: id, ...(reason !== undefined && { reason }) },
      });
      setSwitchingTo(school_name);
      onLeaving?.();
      await sleep(limits.dashboardSwitchDelay);
      onOpen(addressOn(host, paths.signInAt({ place: token })));
    } catch (error) {
      notify.error(`${school_name} could not be opened`, failureOf(error).text);
    }
    // Also where the page is being left: who comes back by the browser's Back button finds it as it was.
    setOpening(null);
    setSwitchingTo(null);
  }

  return { opening, switchingTo, open };
}

interface OpenSchoolButtonProps {
  school: School & { is_organization: boolean };
  /** Id of the one that is being opened. */
  opening: string | null;
  /** In a table, whose row says what is opened. */
  isShort?: boolean;
  onOpen: () => void;
}

export function OpenSchoolButton({
  school: { id, school_name, is_organization },
  opening,
  isShort = false,
  onOpen,
}: OpenSchoolButtonProps) {
  const kind = is_organization ? 'organization' : 'school';
  return (
    <Button
      variant="default"
      leftSection={<IconDoorEnter size={20} stroke={1.75} aria-hidden />}
      aria-label={`Open this ${kind}: ${school_name}`}
      loading={opening === id}
      disabled={opening !== null && opening !== id}
      onClick={onOpen}
    >
      {isShort ? 'Open' : `Open this ${kind}`}
    </Button>
  );
}
