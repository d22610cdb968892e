// jsdom applies every rule of every style sheet to each element that a query by role looks at, which took half of the time of
// component tests. Such a query asks for three properties, and hardly any rule on these pages sets them.

const asked = ['display', 'visibility', 'pointer-events'] as const;
type Asked = (typeof asked)[number];

const byName: Readonly<Record<string, Asked>> = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointer-events',
  'pointer-events': 'pointer-events',
};

/** What the browser's own style sheet looks at, apart from the name of the element. */
const attributes = ['hidden', 'open', 'popover', 'type'] as const;

const globalKeywords = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer']);

interface Sheets {
  readonly lengths: readonly (readonly [sheet: CSSStyleSheet, rules: number])[];
  /** Of the rules that set one of the three, whether their media match or not. */
  readonly selectors: readonly string[];
}

function isStyleRule(rule: CSSRule): rule is CSSStyleRule {
  return 'selectorText' in rule;
}

function selectorsIn(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (isStyleRule(rule)) {
      return asked.some((name) => rule.style.getPropertyValue(name) !== '') ? [rule.selectorText] : [];
    }
    if ('styleSheet' in rule) return [...selectorsIn((rule.styleSheet as CSSStyleSheet).cssRules)];
    return 'cssRules' in rule ? selectorsIn(rule.cssRules as CSSRuleList) : [];
  });
}

/**
 * A `getComputedStyle` with the answers of `real`. Display, visibility and pointer events are worked out from the name of the
 * element, its `style`, and its ancestors, where no rule of the page's style sheets sets them; all else is asked of `real`.
 */
export function quickStyles(page: Document, real: typeof getComputedStyle): typeof getComputedStyle {
  let known: Sheets = { lengths: [], selectors: [] };
  const ofBrowser = new Map<string, Readonly<Record<Asked, string>>>();

  function selectors(): readonly string[] {
    const sheets = page.styleSheets;
    const { lengths } = known;
    let isSame = sheets.length === lengths.length;
    for (let index = 0; isSame && index < lengths.length; index += 1) {
      const [sheet, rules] = lengths[index] ?? [];
      isSame = sheets[index] === sheet && sheet?.cssRules.length === rules;
    }
    if (!isSame) {
      known = {
        lengths: [...sheets].map((sheet) => [sheet, sheet.cssRules.length]),
        selectors: [...sheets].flatMap((sheet) => selectorsIn(sheet.cssRules)),
      };
    }
    return known.selectors;
  }

  /** As an element of this kind has them by itself, without a `style` and outside of anything. */
  function byItself(element: Element): Readonly<Record<Asked, string>> {
    const name = element.localName;
    const given = attributes.filter((each) => element.hasAttribute(each));
    const key = [
      element.namespaceURI,
      name,
      ...given.map((each) => `${each}=${element.getAttribute(each)}`),
    ].join(' ');
    const found = ofBrowser.get(key);
    if (found) return found;
    const alike = page.createElementNS(element.namespaceURI, name);
    for (const each of given) alike.setAttribute(each, element.getAttribute(each) ?? '');
    const style = real(alike);
    const read = {
      display: style.getPropertyValue('display'),
      visibility: style.getPropertyValue('visibility'),
      'pointer-events': style.getPropertyValue('pointer-events'),
    };
    ofBrowser.set(key, read);
    return read;
  }

  function valueOf(name: Asked, element: Element): string {
    const rules = selectors();
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const current = each;
      // Of a summary its place decides.
      if (current.localName === 'summary' || rules.some((rule) => current.matches(rule))) {
        return real(current).getPropertyValue(name);
      }
      const own = current.hasAttribute('style') ? (current as HTMLElement).style.getPropertyValue(name) : '';
      if (globalKeywords.has(own)) return real(current).getPropertyValue(name);
      if (own !== '') return own;
      const usual = byItself(current)[name];
      if (name === 'display' || usual === 'collapse') return usual;
      if (current.parentElement === null) return usual;
    }
    return '';
  }

  return (element, pseudo) => {
    if (pseudo !== undefined && pseudo !== null) return real(element, pseudo);
    let style: CSSStyleDeclaration | undefined;
    const all = () => (style ??= real(element));
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, property) {
        const name = typeof property === 'string' ? byName[property] : undefined;
        if (name !== undefined) return valueOf(name, element);
        if (property === 'getPropertyValue') {
          return (wanted: string) => {
            const quick = byName[wanted];
            return quick === undefined ? all().getPropertyValue(wanted) : valueOf(quick, element);
          };
        }
        const value: unknown = Reflect.get(all(), property);
        return typeof value === 'function' ? (value.bind(all()) as unknown) : value;
      },
    });
  };
}
