import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Faq } from '#contract/help/help.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ArticleBody } from './article-body.tsx';
import { HelpCenter } from './help-center.tsx';
import { indexOf, sectionsOf } from './help.rules.ts';
import { readKept, writeKept } from './kept-articles.ts';

function article(id: string, values: Partial<Faq> = {}): Faq {
  return {
    id,
    role: 'platform_success',
    section: 'Cards',
    title: `About ${id}`,
    body: `<p>All there is to say about ${id}.</p>`,
    ...values,
  };
}

const cards = article('cards', { body: '<p>Print them <strong>à la carte</strong>.</p><p>Then cut.</p>' });
const lost = article('lost', { role: 'teacher', title: 'A card is lost' });
const sending = article('sending', { section: 'Sending' });

/** A server of which a test says what it answers. */
function serverWith(answer: () => readonly Faq[]): ApiClient {
  return {
    call: async () => {
      const results = answer();
      return { count: results.length, next: null, results } as never;
    },
  };
}

const noNetwork = serverWith(() => {
  throw new NoNetworkError('offline', false);
});

function Center({ api }: { api: ApiClient }) {
  const [id, setId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  return <HelpCenter id={id} onArticle={setId} search={search} onSearch={setSearch} api={api} />;
}

const topics = () =>
  within(screen.getByRole('navigation', { name: 'Help topics' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  for (const role of ['platform_success', 'teacher']) deviceStorage.removeItem(`help:${role}`);
  useSessionStore.setState({ user: null });
});

describe('the Help Center', () => {
  it('asks for a thousand articles at once, as the specification says', async () => {
    const server = new FakeSchoolServer({
      'GET /faqs/': () => ({ body: { count: 1, next: null, results: [cards] } }),
    });
    renderScreen(<Center api={apiClient} />);
    await screen.findByRole('heading', { name: 'About cards' });
    expect(server.askedFor('/faqs/').map(({ query }) => query)).toEqual([{ limit: '1000' }]);
  });

  it('lists the articles under their sections and shows the first one', async () => {
    renderScreen(<Center api={serverWith(() => [cards, lost, sending])} />);
    await screen.findByRole('heading', { name: 'About cards' });
    expect(topics()).toEqual(['About cards', 'A card is lost', 'About sending']);
    expect(screen.getByRole('heading', { name: 'Sending' })).toBeTruthy();
    expect(screen.getByText('Cards · Platform success')).toBeTruthy();
  });

  it('fills another element than the one that waits, so that nothing of the page is taken to move', async () => {
    renderScreen(<Center api={serverWith(() => [cards])} />);
    const waiting = screen.getByRole('status', { name: 'Loading' });
    await screen.findByRole('heading', { name: 'About cards' });
    expect(waiting.isConnected).toBe(false);
  });

  it('reads out what to do, and an article, to a child and to whoever has not signed in', async () => {
    const speech = FakeSpeech.install();
    const { user, unmount } = renderScreen(<Center api={serverWith(() => [cards])} />);
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    await user.click(screen.getByRole('button', { name: 'Hear it' }));
    expect(speech.said).toEqual([
      'What do you want to know? Tap it. Then tap the ear to hear about it.',
      'About cards. Print them à la carte. Then cut.',
    ]);
    unmount();
    useSessionStore.setState({ user: { ...zoe, role: 'teacher' } });
    renderScreen(<Center api={serverWith(() => [cards])} />);
    await screen.findByRole('heading', { name: 'About cards' });
    expect(screen.queryByRole('button', { name: /^Hear/u })).toBeNull();
    vi.unstubAllGlobals();
  });

  it('narrows the list to a role by its chip', async () => {
    const { user } = renderScreen(<Center api={serverWith(() => [cards, lost, sending])} />);
    await user.click(await screen.findByRole('button', { name: 'Teacher' }));
    expect(topics()).toEqual(['A card is lost']);
    expect(screen.getByRole('heading', { name: 'A card is lost' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(topics()).toHaveLength(3);
  });

  it('finds words of titles and texts, and says where there are none', async () => {
    const { user } = renderScreen(<Center api={serverWith(() => [cards, lost, sending])} />);
    const field = await screen.findByRole('searchbox', { name: 'Search help' });
    await user.type(field, 'A la Carte');
    await waitFor(() => expect(topics()).toEqual(['About cards']));
    await user.clear(field);
    await user.type(field, 'dragon');
    expect(await screen.findByText('No Content Available')).toBeTruthy();
  });

  it('brings the keyboard to the article that was chosen, and by arrows through the list', async () => {
    const { user } = renderScreen(<Center api={serverWith(() => [cards, lost, sending])} />);
    await user.click(await screen.findByRole('button', { name: 'A card is lost' }));
    await untilFocusIsOn(() => screen.getByRole('heading', { level: 2, name: 'A card is lost' }));
    screen.getByRole('button', { name: 'A card is lost' }).focus();
    for (const [key, name] of [
      ['{ArrowUp}', 'About cards'],
      ['{ArrowUp}', 'About cards'],
      ['{End}', 'About sending'],
      ['{ArrowDown}', 'About sending'],
      ['{Home}', 'About cards'],
    ] as const) {
      await user.keyboard(key);
      await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
    }
  });

  it('says that there is nothing where the server has nothing', async () => {
    renderScreen(<Center api={serverWith(() => [])} />);
    expect(await screen.findByText('No Content Available')).toBeTruthy();
  });

  it('says that it failed where nothing is kept here, and tries again', async () => {
    let isReachable = false;
    const { user } = renderScreen(
      <Center
        api={serverWith(() => {
          if (!isReachable) throw new NoNetworkError('offline', false);
          return [cards];
        })}
      />,
    );
    expect(await screen.findByText('Failed to load help content. Please try again later.')).toBeTruthy();
    isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'About cards' })).toBeTruthy();
    expect(readKept(deviceStorage, 'platform_success')?.articles).toEqual([cards]);
  });

  it('shows what is kept here without a network', async () => {
    writeKept(deviceStorage, 'platform_success', { fetched: 0, articles: [sending] });
    renderScreen(<Center api={noNetwork} />);
    expect(await screen.findByRole('heading', { name: 'About sending' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what is kept of the articles', () => {
  it('is of one role, and nothing where it makes no sense to this version', () => {
    writeKept(deviceStorage, 'platform_success', { fetched: 1, articles: [cards] });
    expect(readKept(deviceStorage, 'teacher')).toBeNull();
    for (const text of ['{', '[]', '{"fetched":1,"articles":[{"id":1}]}']) {
      deviceStorage.setItem('help:platform_success', text);
      expect(readKept(deviceStorage, 'platform_success')).toBeNull();
    }
  });
});

describe('searching and sorting articles', () => {
  it('reads their words and not their tags', () => {
    const index = indexOf([cards, lost, sending]);
    expect(index.find('carte cut')).toEqual([cards]);
    expect(index.find('strong')).toEqual([]);
    expect(index.find('lost')).toEqual([lost]);
  });

  it('puts those first whose title has the words, and leaves the others in their order', () => {
    const [one, two, three] = [
      { ...cards, id: 'one', title: 'A', body: '<p>Tablets</p>' },
      { ...cards, id: 'two', title: 'B', body: '<p>Tablets</p>' },
      { ...cards, id: 'three', title: 'Prepare tablets', body: '<p>C</p>' },
    ];
    expect(indexOf([one, two, three]).find('tablet')).toEqual([three, one, two]);
    expect(indexOf([one, two, three]).find('')).toEqual([one, two, three]);
  });

  it('puts each under its section, where the section stood first', () => {
    expect(sectionsOf([cards, sending, lost])).toEqual([
      { name: 'Cards', articles: [cards, lost] },
      { name: 'Sending', articles: [sending] },
    ]);
  });
});

describe('the text of an article', () => {
  function show(html: string) {
    const opened: string[] = [];
    const { container, user } = renderScreen(
      <div data-testid="body">
        <ArticleBody html={html} onArticle={(id) => opened.push(id)} onLeave={() => opened.push('left')} />
      </div>,
    );
    const body = container.querySelector('[data-testid=body]');
    if (!body) throw new Error('Nothing was drawn');
    return { body, opened, user };
  }

  it('is drawn with the tags of articles', () => {
    expect(show('<h3>A</h3><ol><li>B <strong>c</strong></li></ol>').body.innerHTML).toBe(
      '<h3>A</h3><ol><li>B <strong>c</strong></li></ol>',
    );
  });

  it.each([
    '<script>document.title = "taken"</script>',
    '<img src="x" onerror="document.title = \'taken\'">',
    '<p onclick="document.title = \'taken\'" style="position:fixed" class="x" id="main">a</p>',
    '<svg><script>document.title = "taken"</script><a href="javascript:0">x</a></svg>',
    '<iframe srcdoc="<script>parent.document.title = 1</script>"></iframe>',
    '<a href="javascript:document.title=1">a</a>',
    '<a href="https://elsewhere.example">a</a>',
    '<form action="//elsewhere.example"><input name="password"><button>Send</button></form>',
    '<math><mi><style><img src=x onerror=alert(1)></style></mi></math>',
    '<p><strong>never closed',
  ])('leaves nothing but text and those tags of %s', (html) => {
    document.title = 'still ours';
    const { body } = show(html);
    const left = Array.from(body.querySelectorAll('*'));
    expect(left.filter(({ tagName }) => !['P', 'STRONG'].includes(tagName))).toEqual([]);
    expect(left.flatMap(({ attributes }) => Array.from(attributes))).toEqual([]);
    expect(document.title).toBe('still ours');
  });

  it('leads to other articles and to pages of the app', async () => {
    const { opened, user } = show('<a href="?help=lost">lost</a> <a href="/faq">all</a>');
    await user.click(screen.getByRole('button', { name: 'lost' }));
    await user.click(screen.getByRole('link', { name: 'all' }));
    expect(opened).toEqual(['lost', 'left']);
    await untilAddressIs('/faq');
  });
});
