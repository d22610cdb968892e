import { describe, expect, it } from 'vitest';
import { readArticle } from './articles.ts';

const head = '---\nsection: Coming in\ntitle: A card\n---\n\n';

function bodyOf(text: string): string {
  return readArticle('100-a-card.md', head + text, 'student').body;
}

describe('a file of an article', () => {
  it('becomes an article with the id of its name', () => {
    const text = head.replace('A card', 'Signs: a card').replace('\n---\n\n', '\npublic: yes\n---\n\n');
    expect(readArticle('100-a-card.md', `${text}Hold it **up**.\n`, 'student')).toEqual({
      id: 'a-card',
      role: 'student',
      section: 'Coming in',
      title: 'Signs: a card',
      body: '<p>Hold it <strong>up</strong>.</p>',
      isPublic: true,
    });
  });

  it('becomes lists, headings and links within the app', () => {
    expect(bodyOf('### Steps\n\n1. One\n2. [Two](?help=two)\n\n- [Sign in](/login)')).toBe(
      '<h3>Steps</h3>\n<ol>\n<li>One</li>\n<li><a href="?help=two">Two</a></li>\n</ol>\n<ul>\n<li><a href="/login">Sign in</a></li>\n</ul>',
    );
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an attribute that runs', '<p onclick="alert(1)">x</p>'],
    ['a picture', '<img src=x onerror=alert(1)>'],
  ])('never becomes %s', (_what, html) => {
    expect(bodyOf(html)).not.toMatch(/<(?!\/?p>)/u);
  });

  it.each(['javascript:alert(1)', 'https://elsewhere.example', '//elsewhere.example', 'data:text/html,x'])(
    'never becomes a link to %s',
    (link) => {
      expect(bodyOf(`[here](${link}) and ![there](${link})`)).not.toContain('href');
    },
  );

  it.each([
    ['without a number in its name', 'a-card.md', `${head}Text`],
    ['without a head', '100-a-card.md', 'Text'],
    ['without a title', '100-a-card.md', '---\nsection: Coming in\n---\n\nText'],
    ['with a line in its head that means nothing', '100-a-card.md', `${head.replace('title', 'titel')}Text`],
    ['without a text', '100-a-card.md', head],
  ])('is refused %s', (_what, file, text) => {
    expect(() => readArticle(file, text, 'student')).toThrow(`${file} is no article of the Help Center`);
  });
});
