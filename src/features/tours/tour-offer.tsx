import { Button, Group, Text } from '@mantine/core';
import { FootCard } from '#src/ui/foot-card.tsx';

interface TourOfferProps {
  /** What the Help Center calls the tour. */
  name: string;
  onBegin: () => void;
  onDecline: () => void;
}

/** Asks whether to begin the tour of the page, at its foot. */
export function TourOffer({ name, onBegin, onDecline }: TourOfferProps) {
  return (
    <FootCard atEnd>
      <div>
        <Text fw={600}>{`Guided tour: ${name}`}</Text>
        <Text>See how this page works. Help has it later, too.</Text>
      </div>
      {/* On one line of a phone, so that it covers little. */}
      <Group gap={8} wrap="nowrap">
        <Button variant="subtle" color="primary" px={10} onClick={onDecline}>
          No, thank you
        </Button>
        <Button variant="default" px={10} onClick={onBegin}>
          Show me around
        </Button>
      </Group>
    </FootCard>
  );
}
