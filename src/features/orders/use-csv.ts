import { useState } from 'react';
import { csvName } from '#src/lib/csv.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { notify } from '#src/ui/notify.tsx';
import { saveFile } from '#src/ui/save-file.ts';

/** Fetches all of a list and saves it for a spreadsheet. */
export function useCsv(name: string, read: () => Promise<string>) {
  const [isFetching, setFetching] = useState(false);
  async function save(): Promise<void> {
    setFetching(true);
    try {
      const text = await read();
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), csvName(name, new Date()));
    } catch (error) {
      notify.error('The list could not be exported', failureOf(error).text);
    }
    setFetching(false);
  }
  return { isFetching, save };
}
