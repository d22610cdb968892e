import {
  at,
  beast,
  bed,
  boat,
  box,
  bush,
  cat,
  circle,
  cloud,
  cover,
  cow,
  dog,
  fir,
  flower,
  house,
  lamb,
  moon,
  mouse,
  oval,
  owl,
  paint,
  paperBoat,
  person,
  picture,
  pig,
  shape,
  songbird,
  star,
  stars,
  stroke,
  sun,
  swing,
  tree,
} from './drawing-kit.ts';
import type { Tale } from './tale.ts';

const garden = {
  kind: 'book',
  by: 'Robert Louis Stevenson',
  categories: ['Poems'],
  about:
    'Robert Louis Stevenson was born in Edinburgh in 1850. He was often ill as a child, and remembered in his poems what one thinks of in bed.',
  source: 'Robert Louis Stevenson, A Child’s Garden of Verses, 1885',
  wording: 'whole',
} as const;

const child = person({ robe: paint.red, hair: '#5a3a22' });
const sleeper = at(
  -70,
  -66,
  circle(0, 0, 17, '#e2b48c') +
    shape('M-17-2c-2-24 36-24 34 0-8-10-26-10-34 0z', paint.bark) +
    stroke('M-8 2h6M6 2h6', paint.ink, 2),
);
const pussy = beast({ coat: '#8a7f86', ears: 'point', tail: 'thin', snout: 2 });
const guitar =
  oval(0, 0, 14, 12, paint.brown) + oval(12, -8, 10, 9, paint.brown) + stroke('M16-12l30-24', paint.bark, 4);
const window =
  box(-60, -120, 120, 120, paint.brown, 4) +
  box(-52, -112, 104, 104, paint.night, 2) +
  stroke('M0-112v104M-52-60h104', paint.brown, 5);
const school = house('#d98e6b', '#5a4a42');
const egg =
  oval(0, -40, 30, 38, paint.cream) +
  circle(-9, -48, 2.8, paint.ink) +
  circle(11, -48, 2.8, paint.ink) +
  stroke('M-8-34q9 7 18 0', paint.ink, 2.5) +
  shape('M-30-34h60l-4 14h-52z', paint.blue) +
  stroke('M-14-4v12M14-4v12M-30-40l-16 12M30-40l16 12', paint.cream, 5);
const clock =
  box(-26, -150, 52, 150, paint.brown, 6) +
  circle(0, -116, 20, paint.cream) +
  stroke('M0-116v-14M0-116l8 6', paint.ink, 3) +
  box(-14, -84, 28, 60, paint.bark, 4) +
  stroke('M0-84v34', paint.yellow, 3) +
  circle(0, -46, 8, paint.yellow);
const hill = shape('M-150 0C-80-110 60-130 150 0z', '#8fb56a');
const well =
  box(-28, -34, 56, 34, paint.stone) +
  stroke('M-22-34v-34M22-34v-34', paint.brown, 5) +
  shape('M-36-64L0-90l36 26z', paint.red);
const river =
  shape('M180 160c60 20-40 60 20 140H20c30-60 80-100 160-140z', '#8fb9cc') +
  stroke('M120 240q12-6 24 0t24 0M140 200q10-5 20 0', '#b5d3df', 4);

export const poems: readonly Tale[] = [
  {
    kind: 'book',
    title: 'The Owl and the Pussy-Cat',
    by: 'Edward Lear',
    level: 'early',
    categories: ['Poems', 'Animals'],
    blurb: 'They took some honey, and plenty of money, wrapped up in a five-pound note.',
    about:
      'Edward Lear was born in London in 1812. He painted parrots and landscapes, and wrote the best nonsense of his time.',
    source: 'Edward Lear, 1871',
    wording: 'whole',
    cover: cover(
      'night',
      ['The Owl and', 'the Pussy-Cat'],
      'Edward Lear',
      stars(300, 200),
      moon(240, 190),
      at(150, 350, oval(0, 20, 170, 34, '#5e95b0')),
      at(150, 340, boat),
      at(120, 316, owl, { size: 0.7 }),
      at(178, 318, pussy, { size: 0.6, turned: true }),
    ),
    parts: [
      {
        text: 'The Owl and the Pussy-cat went to sea\nIn a beautiful pea-green boat,\nThey took some honey, and plenty of money,\nWrapped up in a five-pound note.\nThe Owl looked up to the stars above,\nAnd sang to a small guitar,\n“O lovely Pussy! O Pussy, my love,\nWhat a beautiful Pussy you are,\nYou are,\nYou are!\nWhat a beautiful Pussy you are!”',
        picture: picture(
          'sea',
          box(0, 0, 480, 186, paint.night, 0),
          stars(480, 150),
          moon(410, 56),
          at(240, 230, boat, { size: 1.2 }),
          at(206, 204, owl, { size: 0.8 }),
          at(280, 206, pussy, { size: 0.7, turned: true }),
          at(206, 178, guitar),
        ),
        alt: 'An owl and a cat sail in a green boat by moonlight.',
      },
      {
        text: 'Pussy said to the Owl, “You elegant fowl!\nHow charmingly sweet you sing!\nO let us be married! too long we have tarried:\nBut what shall we do for a ring?”\nThey sailed away, for a year and a day,\nTo the land where the Bong-Tree grows\nAnd there in a wood a Piggy-wig stood\nWith a ring at the end of his nose,\nHis nose,\nHis nose,\nWith a ring at the end of his nose.',
        picture: picture(
          'wood',
          at(80, 254, tree('#d98e6b')),
          at(400, 254, tree('#c9a227')),
          at(230, 264, pig, { size: 1.2 }),
          `<circle cx="330" cy="192" r="9" fill="none" stroke="${paint.yellow}" stroke-width="4"/>`,
        ),
        alt: 'A pig with a ring in its nose stands in a wood.',
      },
      {
        text: '“Dear Pig, are you willing to sell for one shilling\nYour ring?” Said the Piggy, “I will.”\nSo they took it away, and were married next day\nBy the Turkey who lives on the hill.\nThey dined on mince, and slices of quince,\nWhich they ate with a runcible spoon;\nAnd hand in hand, on the edge of the sand,\nThey danced by the light of the moon,\nThe moon,\nThe moon,\nThey danced by the light of the moon.',
        picture: picture(
          'night',
          stars(480, 140),
          moon(240, 70, 40),
          box(0, 236, 480, 64, '#cdb98a', 0),
          at(190, 262, owl),
          at(290, 264, pussy, { turned: true, lean: -6 }),
        ),
        alt: 'The owl and the cat dance on the sand by moonlight.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Star',
    by: 'Jane Taylor',
    level: 'first',
    categories: ['Poems', 'Night and stars'],
    blurb: 'Twinkle, twinkle, little star: all five verses of the poem.',
    about:
      'Jane Taylor was born in London in 1783. She wrote poems for children together with her sister Ann.',
    source: 'Jane Taylor, Rhymes for the Nursery, 1806',
    wording: 'whole',
    cover: cover(
      'night',
      ['The Star'],
      'Jane Taylor',
      stars(300, 250, 26),
      star(150, 190, 40),
      at(90, 350, house('#b8a98a', '#4a3c5a')),
      at(240, 360, fir),
    ),
    parts: [
      {
        text: 'Twinkle, twinkle, little star,\nHow I wonder what you are!\nUp above the world so high,\nLike a diamond in the sky.',
        picture: picture(
          'night',
          stars(480, 150),
          star(240, 80, 30),
          at(120, 258, child),
          at(380, 256, house('#b8a98a', '#4a3c5a')),
        ),
        alt: 'A child looks up to a bright star.',
      },
      {
        text: 'When the blazing sun is gone,\nWhen he nothing shines upon,\nThen you show your little light,\nTwinkle, twinkle, all the night.',
      },
      {
        text: 'Then the trav’ller in the dark,\nThanks you for your tiny spark,\nHe could not see which way to go,\nIf you did not twinkle so.',
        picture: picture(
          'night',
          stars(480, 130),
          star(360, 60, 20),
          at(150, 262, person({ robe: '#6a4f86', hat: 'cap', grown: true })),
          at(60, 254, fir),
          at(430, 256, fir),
        ),
        alt: 'A traveller walks under the stars.',
      },
      {
        text: 'In the dark blue sky you keep,\nAnd often thro’ my curtains peep,\nFor you never shut your eye,\nTill the sun is in the sky.',
        picture: picture(
          'room',
          at(330, 190, window),
          star(356, 110, 10),
          at(160, 264, bed),
          at(160, 264, sleeper),
        ),
        alt: 'A star looks in at the window of a sleeping child.',
      },
      {
        text: '’Tis your bright and tiny spark,\nLights the trav’ller in the dark:\nTho’ I know not what you are,\nTwinkle, twinkle, little star.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'Mary’s Lamb',
    by: 'Sarah Josepha Hale',
    level: 'first',
    categories: ['Poems', 'Animals'],
    goals: [4, 15],
    blurb: 'Mary had a little lamb, and one day it followed her to school.',
    about: 'Sarah Josepha Hale was born in New Hampshire in 1788. She was a teacher, and then a writer.',
    source: 'Sarah Josepha Hale, Poems for Our Children, 1830',
    wording: 'whole',
    cover: cover(
      'meadow',
      ['Mary’s Lamb'],
      'Sarah Josepha Hale',
      at(96, 362, person({ robe: paint.blue, hair: '#c98b2c' }), { size: 1.2 }),
      at(206, 366, lamb),
      at(240, 270, flower(paint.pink)),
    ),
    parts: [
      {
        text: 'Mary had a little lamb,\nIts fleece was white as snow,\nAnd every where that Mary went\nThe lamb was sure to go;\nHe followed her to school one day—\nThat was against the rule,\nIt made the children laugh and play,\nTo see a lamb at school.',
        picture: picture(
          'meadow',
          at(390, 254, school, { size: 1.1 }),
          at(250, 260, person({ robe: paint.blue, hair: '#c98b2c' })),
          at(130, 264, lamb, { size: 0.9 }),
        ),
        alt: 'A girl walks to school, and a lamb follows her.',
      },
      {
        text: 'And so the Teacher turned him out,\nBut still he lingered near,\nAnd waited patiently about,\nTill Mary did appear;\nAnd then he ran to her, and laid\nHis head upon her arm,\nAs if he said—“I’m not afraid—\nYou’ll keep me from all harm.”',
        picture: picture(
          'meadow',
          at(380, 254, school),
          at(190, 264, lamb),
          at(290, 260, person({ robe: paint.blue, hair: '#c98b2c', arms: 'out' })),
          at(70, 252, bush),
        ),
        alt: 'The lamb lays its head on the arm of the girl.',
      },
      {
        text: '“What makes the lamb love Mary so?”\nThe eager children cry—\n“O, Mary loves the lamb, you know,”\nThe Teacher did reply;—\n“And you each gentle animal\nIn confidence may bind,\nAnd make them follow at your call,\nIf you are always kind.”',
      },
    ],
  },
  {
    ...garden,
    title: 'Bed in Summer',
    level: 'first',
    blurb: 'Is it fair to go to bed while the sun is shining?',
    cover: cover(
      'meadow',
      ['Bed in Summer'],
      'Robert Louis Stevenson',
      sun(232, 170, 28),
      at(150, 370, bed, { size: 1.1 }),
      at(150, 370, sleeper, { size: 1.1 }),
    ),
    parts: [
      {
        text: 'In winter I get up at night\nAnd dress by yellow candle-light.\nIn summer, quite the other way,\nI have to go to bed by day.',
      },
      {
        text: 'I have to go to bed and see\nThe birds still hopping on the tree,\nOr hear the grown-up people’s feet\nStill going past me in the street.',
        picture: picture(
          'meadow',
          at(380, 250, tree()),
          at(380, 130, songbird, { size: 0.5 }),
          at(346, 168, songbird, { size: 0.4, turned: true }),
          at(150, 264, bed),
          at(150, 264, sleeper),
        ),
        alt: 'A child in bed; birds sit in a tree.',
      },
      {
        text: 'And does it not seem hard to you,\nWhen all the sky is clear and blue,\nAnd I should like so much to play,\nTo have to go to bed by day?',
      },
    ],
  },
  {
    ...garden,
    title: 'The Swing',
    level: 'first',
    blurb: 'Up in the air and down!',
    cover: cover(
      'meadow',
      ['The Swing'],
      'Robert Louis Stevenson',
      at(60, 330, tree(), { size: 1.6 }),
      at(186, 330, swing, { size: 1.2, lean: -12 }),
      at(196, 312, child, { size: 0.8, lean: -12 }),
    ),
    parts: [
      {
        text: 'How do you like to go up in a swing,\nUp in the air so blue?\nOh, I do think it the pleasantest thing\nEver a child can do!',
        picture: picture(
          'meadow',
          at(120, 256, tree(), { size: 1.5 }),
          at(260, 240, swing, { lean: -16, size: 1.2 }),
          at(272, 220, child, { size: 0.8, lean: -16 }),
          at(400, 60, cloud()),
        ),
        alt: 'A child on a swing.',
      },
      {
        text: 'Up in the air and over the wall,\nTill I can see so wide,\nRivers and trees and cattle and all\nOver the countryside—',
        picture: picture(
          'meadow',
          sun(60, 54),
          at(120, 240, tree(), { size: 0.6 }),
          at(300, 256, cow, { size: 0.7 }),
          at(410, 236, tree(paint.moss), { size: 0.6 }),
          stroke('M0 270c120-30 200 20 480-20', '#7fb0c4', 14),
        ),
        alt: 'Trees, a cow and a river, from high above.',
      },
      {
        text: 'Till I look down on the garden green,\nDown on the roof so brown—\nUp in the air I go flying again,\nUp in the air and down!',
      },
    ],
  },
  {
    ...garden,
    title: 'Where Go the Boats?',
    level: 'first',
    goals: [6, 14],
    blurb: 'Paper boats on a brown river: where will they come home?',
    cover: cover(
      'meadow',
      ['Where Go', 'the Boats?'],
      'Robert Louis Stevenson',
      at(20, 130, river, { size: 1.2 }),
      at(150, 366, paperBoat),
      at(196, 316, paperBoat, { size: 0.7 }),
    ),
    parts: [
      {
        text: 'Dark brown is the river,\nGolden is the sand.\nIt flows along for ever,\nWith trees on either hand.',
        picture: picture(
          'meadow',
          at(140, 10, river),
          at(80, 240, tree()),
          at(420, 230, tree(paint.moss)),
          at(250, 270, paperBoat),
        ),
        alt: 'A river between trees, with a paper boat.',
      },
      {
        text: 'Green leaves a-floating,\nCastles of the foam,\nBoats of mine a-boating—\nWhere will all come home?',
      },
      { text: 'On goes the river\nAnd out past the mill,\nAway down the valley,\nAway down the hill.' },
      {
        text: 'Away down the river,\nA hundred miles or more,\nOther little children\nShall bring my boats ashore.',
        picture: picture(
          'sea',
          at(150, 236, paperBoat),
          at(240, 250, paperBoat, { size: 0.8 }),
          box(330, 230, 150, 70, '#ecd9a8', 20),
          at(390, 262, person({ robe: paint.orange, arms: 'out' })),
          at(90, 60, cloud()),
        ),
        alt: 'A child on the shore waits for paper boats.',
      },
    ],
  },
  {
    ...garden,
    title: 'My Shadow',
    level: 'early',
    blurb: 'He grows like a rubber ball, and sometimes there is none of him at all.',
    cover: cover(
      'dusk',
      ['My Shadow'],
      'Robert Louis Stevenson',
      sun(60, 170, 24),
      at(130, 366, child, { size: 1.3 }),
      `<g opacity="0.35">${at(170, 366, person({ robe: paint.ink, skin: paint.ink, hair: paint.ink }), { size: 1.3, lean: 52 })}</g>`,
    ),
    parts: [
      {
        text: 'I have a little shadow that goes in and out with me,\nAnd what can be the use of him is more than I can see.\nHe is very, very like me from the heels up to the head;\nAnd I see him jump before me, when I jump into my bed.',
        picture: picture(
          'room',
          at(150, 264, child),
          `<g opacity="0.3">${at(200, 264, person({ robe: paint.ink, skin: paint.ink, hair: paint.ink }), { size: 1.5, lean: 20 })}</g>`,
          at(360, 264, bed, { size: 0.8 }),
        ),
        alt: 'A child and the child’s long shadow, beside a bed.',
      },
      {
        text: 'The funniest thing about him is the way he likes to grow—\nNot at all like proper children, which is always very slow;\nFor he sometimes shoots up taller like an india-rubber ball,\nAnd he sometimes gets so little that there’s none of him at all.',
      },
      {
        text: 'He hasn’t got a notion of how children ought to play,\nAnd can only make a fool of me in every sort of way.\nHe stays so close beside me, he’s a coward you can see;\nI’d think shame to stick to nursie as that shadow sticks to me!',
      },
      {
        text: 'One morning, very early, before the sun was up,\nI rose and found the shining dew on every buttercup;\nBut my lazy little shadow, like an arrant sleepy-head,\nHad stayed at home behind me and was fast asleep in bed.',
        picture: picture(
          'dusk',
          at(200, 262, child),
          [70, 120, 290, 340, 400]
            .map((x, place) => at(x, 268 - (place % 2) * 10, flower(paint.yellow)))
            .join(''),
        ),
        alt: 'A child among buttercups, before the sun is up.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'Four Old Rhymes',
    by: 'Mother Goose',
    level: 'first',
    categories: ['Poems', 'Animals'],
    blurb: 'A cow, an egg, a hill and a clock.',
    source: 'Traditional English nursery rhymes',
    wording: 'whole',
    cover: cover(
      'night',
      ['Four Old', 'Rhymes'],
      'traditional',
      stars(300, 200),
      moon(150, 260, 46),
      at(150, 210, cow, { size: 0.7, lean: -16 }),
      at(70, 376, cat, { size: 0.8 }),
      at(236, 376, dog, { size: 0.7, turned: true }),
    ),
    parts: [
      {
        text: 'Hey diddle diddle,\nThe cat and the fiddle,\nThe cow jumped over the moon;\nThe little dog laughed\nTo see such sport,\nAnd the dish ran away with the spoon.',
        picture: picture(
          'night',
          stars(480, 150),
          moon(240, 150, 40),
          at(240, 100, cow, { size: 0.8, lean: -14 }),
          at(80, 262, cat),
          at(390, 264, dog, { turned: true }),
        ),
        alt: 'A cow jumps over the moon; a cat and a dog look on.',
      },
      {
        text: 'Humpty Dumpty sat on a wall,\nHumpty Dumpty had a great fall.\nAll the king’s horses and all the king’s men\nCouldn’t put Humpty together again.',
        picture: picture(
          'meadow',
          box(120, 190, 240, 80, '#c0765a', 2),
          stroke(
            'M120 216h240M120 242h240M180 190v26M260 190v26M320 190v26M150 216v26M220 216v26M290 216v26M180 242v28M260 242v28M320 242v28',
            '#9c5a42',
            3,
          ),
          at(240, 194, egg, { size: 1.1 }),
        ),
        alt: 'Humpty Dumpty sits on a wall.',
      },
      {
        text: 'Jack and Jill went up the hill\nTo fetch a pail of water;\nJack fell down and broke his crown,\nAnd Jill came tumbling after.',
        picture: picture(
          'meadow',
          at(260, 280, hill, { size: 1.3 }),
          at(270, 186, well, { size: 0.9 }),
          at(170, 214, child, { size: 0.7, lean: -20 }),
          at(110, 266, person({ robe: paint.blue }), { size: 0.7, lean: -70 }),
        ),
        alt: 'Jack and Jill fall down the hill; on top stands a well.',
      },
      {
        text: 'Hickory, dickory, dock,\nThe mouse ran up the clock.\nThe clock struck one,\nThe mouse ran down,\nHickory, dickory, dock.',
        picture: picture(
          'room',
          at(240, 264, clock, { size: 1.3 }),
          at(300, 170, mouse, { size: 0.6, lean: -70 }),
        ),
        alt: 'A mouse runs up a tall clock.',
      },
    ],
  },
];
