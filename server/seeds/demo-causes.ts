/** Invented, so that no real one is spoken for. */
export const demoCauses = [
  {
    name: 'Books for Every Village',
    slug: 'books-for-every-village',
    summary: 'Boxes of books that travel from village to village.',
    story:
      'A box holds forty books. It stays in a village for three months, then it goes on to the next one.',
    goal: 250_000,
  },
  {
    name: 'Clean Water Wells',
    slug: 'clean-water-wells',
    summary: 'Wells for villages where the water is an hour away.',
    story:
      'Many children walk an hour for water, and back again. A well in the middle of the village gives them that time for school.\n\nOne well costs about 5,000 euros. Each one gets a name that children choose.',
    goal: 500_000,
  },
  {
    name: 'Friends of the Hedgehog',
    slug: 'friends-of-the-hedgehog',
    summary: 'Dry nests for the winter, and a nurse for those that are hurt.',
    story: 'Hedgehogs sleep from November to March. They need a dry place and nobody who wakes them up.',
    goal: 80_000,
  },
  {
    name: 'Ocean Keepers',
    slug: 'ocean-keepers',
    summary: 'Boats that fish plastic out of the sea.',
    story: 'Two boats go out each morning. What they bring back is sorted, counted and made into new things.',
    goal: null,
  },
  {
    name: 'Trees for Tomorrow',
    slug: 'trees-for-tomorrow',
    summary: 'A tree for each book that is sold.',
    story: 'Young trees are planted by schools. Each class looks after its own for the first three summers.',
    goal: 120_000,
  },
  {
    name: 'Warm Meals at School',
    slug: 'warm-meals-at-school',
    summary: 'Lunch for children who come without breakfast.',
    story: 'It is hard to learn when you are hungry. One meal costs less than a pencil case.',
    goal: 300_000,
  },
].map((cause, place) => ({
  ...cause,
  currency: cause.goal === null ? null : 'EUR',
  country: 'DE',
  registration_no: `VR ${4100 + place}`,
}));

/** What a school named, and the platform has to look at. */
export const causeToCheck = (schoolId: string) => ({
  owner_id: schoolId,
  state: 'submitted' as const,
  submitted_at: new Date(),
  name: 'A pond for our school',
  slug: 'a-pond-for-our-school',
  summary: 'Water for frogs and dragonflies behind the gym.',
  story:
    'We dig it ourselves. The money buys the liner, the plants and a fence that keeps the little ones safe.',
  country: 'GB',
  registration_no: '1184221',
  currency: 'EUR',
  goal: 60_000,
});
