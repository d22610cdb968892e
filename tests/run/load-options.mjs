/* What `npm run load` is asked for, and what it refuses: it is for this machine alone, and ends. */

/** The most of each. */
const bounds = { tablets: 3000, within: 120, servers: 4, streams: 5000 };
const usual = { tablets: 300, within: 10, servers: 1, streams: 0 };

/**
 * @param {readonly string[]} given words of the command line
 * @returns {{ options: { tablets: number, within: number, servers: number, streams: number, cards: boolean } } | { refusal: string }}
 */
export function readLoadOptions(given) {
  const options = { ...usual, cards: false };
  const words = [...given];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const name = word.replace(/^--/u, '');
    if (word === '--cards') {
      options.cards = true;
    } else if (word.startsWith('--') && Object.hasOwn(bounds, name)) {
      const value = words.shift() ?? '';
      const least = name === 'streams' ? 0 : 1;
      if (!/^\d+$/u.test(value) || Number(value) < least || Number(value) > bounds[name])
        return { refusal: `${word} needs a whole number from ${least} to ${bounds[name]}, not "${value}".` };
      options[name] = Number(value);
    } else {
      return {
        refusal: `"${word}" is not known here. It takes --tablets N, --within SECONDS, --servers N, --streams N and --cards, and loads servers of its own on this machine, no others.`,
      };
    }
  }
  if (options.streams > options.tablets * 40)
    return {
      refusal: `A person has at most 40 streams here: --streams ${options.streams} needs more --tablets.`,
    };
  return { options };
}
