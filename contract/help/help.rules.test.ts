import { describe, expect, it } from 'vitest';
import { helpTarget } from './help.rules.ts';

describe('a link in an article', () => {
  it('leads to another article or to a page of the app', () => {
    expect(helpTarget('?help=what-the-chip-says')).toEqual({ article: 'what-the-chip-says' });
    expect(helpTarget('/')).toEqual({ page: '/' });
    expect(helpTarget('/dashboard?option=Teacher%20Dashboard')).toEqual({
      page: '/dashboard?option=Teacher%20Dashboard',
    });
  });

  it.each([
    'javascript:alert(1)',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'data:text/html,x',
    '?help=Other&next=//x',
    '?help=',
    '#main',
    'login',
    '',
  ])('leads nowhere as %j', (link) => {
    expect(helpTarget(link)).toBeNull();
  });
});
