import { useState } from 'react';
import { Screen } from '#src/ui/screen.tsx';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { HelpCenter } from './help-center.tsx';

/** `/faq`: the Help Center as a page; the article that is read stands in its address. */
export function FaqScreen() {
  const [address, setAddress] = useAddress();
  const [search, setSearch] = useState('');

  function show(id: string | null) {
    if (id === address.get('article')) return;
    setAddress(withParts({ article: id }), { preventScrollReset: true });
  }

  return (
    <Screen title="Questions and answers">
      <HelpCenter id={address.get('article')} onArticle={show} search={search} onSearch={setSearch} />
    </Screen>
  );
}
