import { describe, expect, it } from 'vitest';
import { contrast, readableContrast } from '#contract/kit/contrast.ts';
import { layOut, type Letter } from './mail.layout.ts';
import { words } from '#server/platform/letter-words.ts';

const letterhead = { school_name: 'Greenfield', primary_color: '#11365A', button_color: '#04abf6' };
const letter: Letter = {
  greeting: words`Hello Zoë,`,
  paragraphs: [words`here is a link.`],
  action: { label: words`Open`, href: 'http://greenfield.localhost/open/#token=a-b_c' },
  notes: [words`It works once.`],
};

describe('a letter', () => {
  it('says the same as text and as HTML, in the same order', () => {
    const { text, html } = layOut(letter, letterhead);
    expect(text).toBe(
      [
        'Hello Zoë,',
        'here is a link.',
        'Open:\nhttp://greenfield.localhost/open/#token=a-b_c',
        'It works once.',
        '-- \nGreenfield',
      ].join('\n\n'),
    );
    const places = ['Greenfield</p>', 'Hello Zoë,', 'here is a link.', '>Open</a>', 'It works once.'].map(
      (part) => html.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(html).toContain('href="http://greenfield.localhost/open/#token=a-b_c"');
  });

  it('needs no button', () => {
    const { text, html } = layOut({ ...letter, action: null }, letterhead);
    expect(text).not.toContain('http');
    expect(html).not.toContain('<a ');
  });

  it('fetches nothing', () => {
    const { html } = layOut(letter, letterhead);
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=|@import/u);
  });

  it('makes no link of the name of a school', () => {
    const { text, html } = layOut(letter, { ...letterhead, school_name: 'www.evil.example' });
    expect(text).toMatch(/-- \nwww\. evil\. example$/u);
    expect(html).not.toContain('evil.example');
  });

  it.each(['#11365A', '#04abf6', '#e97398', '#ffffff', '#000000', '#808080', '#ffff00'])(
    'can be read in a school whose colours are %s',
    (color) => {
      const { html } = layOut(letter, { ...letterhead, primary_color: color, button_color: color });
      const pairs = [...html.matchAll(/background:(#\w{6});\s*color:(#\w{6})/gu)];
      expect(pairs.length).toBeGreaterThanOrEqual(3);
      for (const [, background = '', foreground = ''] of pairs) {
        expect(contrast(background, foreground)).toBeGreaterThanOrEqual(readableContrast);
      }
    },
  );

  it('shows what people call themselves, and runs none of it', () => {
    const name = `<script>alert('1')</script> & "Sons"`;
    const { text, html } = layOut(
      { ...letter, greeting: words`${name}` },
      { ...letterhead, school_name: name },
    );
    expect(text).toContain(name);
    expect(html).not.toContain('<script');
    expect(html.split('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;Sons&quot;')).toHaveLength(
      4,
    );
  });
});
