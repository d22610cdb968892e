import { DeviceFullError } from '#src/sync/quota.ts';

/** What a person is told when a change is durable; whether it was sent is the status chip's to say. */
const savedHere = 'Saved on this device.';

/** What a person can do about a change that could not be saved; undefined where nothing is known. */
function whyNotSaved(error: unknown): string | undefined {
  if (error instanceof DeviceFullError) return error.message;
  // By its name: the class itself lives beside the database, which no form should have to load.
  return error instanceof Error && error.name === 'NewerDataError' ? error.message : undefined;
}

/** Where it is said: `notify` of src/ui. */
interface Voice {
  success: (text: string, detail?: string) => void;
  error: (text: string, detail?: string) => void;
}

/**
 * Saves a change on this device and says what came of it.
 * @param words what to say when it is saved, and when it could not be
 * @returns whether it is saved
 */
export async function saveAndSay(
  voice: Voice,
  [done, failed]: readonly [done: string, failed: string],
  save: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await save();
  } catch (error) {
    console.error(error);
    voice.error(failed, whyNotSaved(error));
    return false;
  }
  voice.success(done, savedHere);
  return true;
}
