import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { rolesToGive, runningRole, type Place } from '#contract/members/members.rules.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { MemberForm, type FilledMember } from './member.form.tsx';

/** Where an account is made. */
export interface ChosenPlace extends Place {
  id: string;
  school_name: string;
}

export interface NewPlatformMemberProps {
  /** Where an account would be made on the platform itself. */
  platform: ChosenPlace;
  /** Finds a school by its name. */
  renderSchoolChoice: (onChoose: (place: ChosenPlace) => void) => ReactNode;
  breadcrumb: ReactNode;
  api: ApiClient;
}

/** The roles that the platform may give there: those of who runs the place. */
export const rolesAt = (place: Place) => rolesToGive(runningRole(place), place);

function PlaceChoice({
  platform,
  renderSchoolChoice,
  onChoose,
}: Pick<NewPlatformMemberProps, 'platform' | 'renderSchoolChoice'> & {
  onChoose: (place: ChosenPlace) => void;
}) {
  return (
    <>
      <Text>Where does this person work?</Text>
      <Group gap="sm" mt="sm">
        {renderSchoolChoice(onChoose)}
        <Button variant="default" onClick={() => onChoose(platform)}>
          On the platform
        </Button>
      </Group>
    </>
  );
}

/** First where, then who: an account without a school is one of the platform. */
export function NewPlatformMember(props: NewPlatformMemberProps) {
  const { platform, breadcrumb, api } = props;
  const [place, setPlace] = useState<ChosenPlace | null>(null);
  const navigate = useNavigate();

  async function add({ avatar, ...person }: FilledMember) {
    const picture = avatar instanceof File && { avatar };
    const tenant = place && place.id !== platform.id && { tenant_id: place.id };
    const { id } = await api.call(memberEndpoints.create, { body: { ...person, ...picture, ...tenant } });
    notify.success('User added successfully!', `${person.email.trim()} gets a link to choose a password.`);
    await navigate(panelPaths.profile({ userId: id }));
  }

  return (
    <Screen
      title="Add user"
      breadcrumb={breadcrumb}
      description={place && <bdi>{place.school_name}</bdi>}
      actions={
        place && (
          <Button variant="default" onClick={() => setPlace(null)}>
            Change the school
          </Button>
        )
      }
    >
      {place === null ? (
        <PlaceChoice {...props} onChoose={setPlace} />
      ) : (
        <MemberForm
          key={place.id}
          member={null}
          roles={rolesAt(place)}
          onSave={add}
          cancelTo={panelPaths.people()}
        />
      )}
    </Screen>
  );
}
