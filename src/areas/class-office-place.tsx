import { Button } from '@mantine/core';

const icon = <span style={{ width: 20 }} />;

/** As wide as the button that comes there, and nothing to anybody until then. */
function Place({ words }: { words: string | null }) {
  return (
    <Button
      variant="default"
      disabled
      aria-hidden
      data-place
      style={{ visibility: 'hidden' }}
      {...(words === null ? { w: 44, px: 0, flex: '0 0 auto' } : { leftSection: icon })}
    >
      {words}
    </Button>
  );
}

/** Where the buttons of the office stand once they come: what is below would move away from under a finger. */
export function ClassOfficePlace() {
  return (
    <>
      <Place words="Download Class Login" />
      <Place words={null} />
      <Place words="Manage" />
    </>
  );
}
