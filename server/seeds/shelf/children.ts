import {
  at,
  beast,
  box,
  circle,
  cloud,
  cover,
  fir,
  flower,
  oval,
  paint,
  person,
  picture,
  shape,
  star,
  stars,
  stroke,
  sun,
  tree,
} from './drawing-kit.ts';
import type { TalePart } from './tale.ts';
import type { Drawing } from './drawing-kit.ts';
import type { Level, Visibility, WorkState } from '#contract/works/works.schema.ts';

/** What a child of the demo school has made, in its own way of writing. */
export interface ChildWork {
  /** Of Greenfield, by first and last name, in Birch. */
  author: string;
  pen_name?: string;
  kind: 'book' | 'story';
  title: string;
  level: Level;
  categories: readonly string[];
  goals?: readonly number[];
  state: WorkState;
  visibility: Visibility;
  blurb: string;
  about?: string;
  dedication?: string;
  cover?: Drawing;
  parts: readonly TalePart[];
}

const kitten = beast({ coat: '#e0a15a', ears: 'point', tail: 'thin', snout: 2 });
const robot =
  box(-26, -84, 52, 50, '#9fb3bd', 8) +
  box(-20, -122, 40, 34, '#b9c8cf', 8) +
  circle(-8, -106, 5, paint.ink) +
  circle(8, -106, 5, paint.ink) +
  stroke('M-8-94h16M0-122v-14', paint.ink, 3) +
  circle(0, -138, 5, paint.red) +
  box(-20, -34, 14, 34, '#7f949e', 4) +
  box(6, -34, 14, 34, '#7f949e', 4) +
  stroke('M-26-74l-18 20M26-74l22 10', '#7f949e', 9);
const can =
  box(-14, -26, 30, 26, paint.blue, 3) + stroke('M16-20l18-12M-14-22c-14-4-14 16 0 14', paint.blue, 5);
const dragon =
  shape('M-60-20c-40 0-50-30-40-50 4 18 20 24 44 20z', '#5f8f5a') +
  oval(0, -40, 56, 32, '#74a86a') +
  oval(8, -28, 34, 16, '#d9e0a3') +
  stroke('M40-56c12-10 12-22 14-32', '#74a86a', 22) +
  oval(64, -98, 26, 18, '#74a86a') +
  circle(62, -106, 3, paint.ink) +
  circle(84, -98, 2.4, paint.ink) +
  shape('M-20-68L-40-118 16-76z', '#5f8f5a') +
  box(-34, -16, 16, 18, '#74a86a', 6) +
  box(22, -16, 16, 18, '#74a86a', 6) +
  stroke('M72-88q8 4 14-1', paint.ink, 2.5);
const bowl =
  shape('M-30-22h60c-2 16-14 24-30 24s-28-8-30-24z', paint.cream) +
  oval(0, -22, 30, 6, paint.orange) +
  stroke('M-8-34q-4-6 0-12M8-34q-4-6 0-12', paint.stone, 3);
const bee =
  stroke('M-6-10l-8-12M4-10l6-12', '#d7e7ec', 8) +
  oval(0, 0, 14, 9, paint.yellow) +
  stroke('M-4-8v16M4-8v16', paint.ink, 3) +
  circle(13, -2, 5, paint.ink);
const bus =
  box(-90, -70, 180, 60, paint.yellow, 10) +
  box(-78, -60, 34, 24, paint.sky, 3) +
  box(-34, -60, 34, 24, paint.sky, 3) +
  box(10, -60, 34, 24, paint.sky, 3) +
  box(54, -60, 26, 40, paint.sky, 3) +
  circle(-50, -8, 15, paint.ink) +
  circle(52, -8, 15, paint.ink) +
  circle(-50, -8, 6, paint.stone) +
  circle(52, -8, 6, paint.stone);
const rain = stroke(
  'M60 60l-8 26M130 40l-8 26M200 70l-8 26M280 44l-8 26M350 72l-8 26M420 50l-8 26M100 130l-8 26M240 124l-8 26M390 128l-8 26',
  '#8fb0c4',
  4,
);
const child = person({ robe: paint.yellow, hat: 'scarf' });

export const childWorks: readonly ChildWork[] = [
  {
    author: 'Maya Cohen',
    pen_name: 'Maya C.',
    kind: 'book',
    title: 'My Cat Biscuit',
    level: 'first',
    categories: ['Animals', 'Made in our classes'],
    state: 'published',
    visibility: 'public',
    blurb: 'My cat is called Biscuit. He is orange and he does what he wants.',
    about: 'I am eight. I like cats, football and pancakes.',
    dedication: 'For Grandma, who gave me Biscuit',
    cover: cover(
      'meadow',
      ['My Cat', 'Biscuit'],
      'by Maya',
      sun(240, 180, 24),
      at(140, 360, kitten, { size: 1.5 }),
    ),
    parts: [
      {
        text: 'This is Biscuit. He is my cat. He is orange all over but his nose is pink.',
        picture: picture('room', at(220, 262, kitten, { size: 1.4 })),
        alt: 'An orange cat.',
      },
      { text: 'In the morning he sits on my head until I get up. That is his job.' },
      {
        text: 'One day Biscuit was lost. We looked under the bed. We looked in the garden. We looked in the washing machine, because once he was in there.',
        picture: picture(
          'meadow',
          at(90, 260, child),
          at(390, 250, tree()),
          at(390, 150, kitten, { size: 0.5 }),
        ),
        alt: 'A child looks for the cat, who sits in a tree.',
      },
      {
        text: 'He was up in the tree. Dad got the ladder. Then Biscuit came down on his own and Dad was in the tree.',
      },
    ],
  },
  {
    author: 'Kofi Asante',
    kind: 'story',
    title: 'The Robot Who Watered the Plants',
    level: 'growing',
    categories: ['Made in our classes', 'Clever ideas'],
    goals: [6, 13],
    state: 'published',
    visibility: 'public',
    blurb: 'A robot has only one job. Then it stops raining.',
    about: 'Kofi builds things out of boxes.',
    cover: cover(
      'desert',
      ['The Robot Who', 'Watered the', 'Plants'],
      'by Kofi',
      at(120, 366, robot, { size: 1.3 }),
      at(196, 366, can),
      at(244, 372, flower(paint.red)),
    ),
    parts: [
      {
        title: 'The job',
        text: 'There was a robot called Drip. Every day at nine o’clock Drip watered the plants in the school garden. One can for the beans. One can for the sunflowers. Half a can for the cactus, because it is a cactus.\n\nDrip liked the job. The plants never said thank you but they grew, and Drip thought that was how plants say it.',
        picture: picture(
          'meadow',
          at(150, 262, robot),
          at(220, 262, can),
          [280, 330, 380, 430].map((x) => at(x, 264, flower(paint.orange))).join(''),
        ),
        alt: 'A robot waters flowers.',
      },
      {
        title: 'No rain',
        text: 'Then it did not rain for forty days. The teacher said we must save water. “No more watering,” she said, and she took away the can.\n\nDrip stood in the garden and beeped. The beans looked sad.\n\nAt night Drip had an idea. When children wash their hands the water goes down the drain. When they don’t finish their bottles the water goes down the drain. Drip put a bucket under the drain.\n\nIn the morning there was a full bucket. Half a bucket for the beans. Half a bucket for the sunflowers. Nothing for the cactus, because it is a cactus.\n\nNow all the classes have a bucket. And on the forty-first day it rained on Drip, and Drip did not rust, because we had painted him.',
      },
    ],
  },
  {
    author: 'Ruby Hall',
    kind: 'book',
    title: 'Dragons Do Not Like Soup',
    level: 'early',
    categories: ['Made in our classes'],
    goals: [2],
    state: 'published',
    visibility: 'community',
    blurb: 'What do you cook for a dragon?',
    cover: cover(
      'dusk',
      ['Dragons Do', 'Not Like Soup'],
      'by Ruby',
      at(130, 366, dragon, { size: 1.2 }),
      at(246, 376, bowl),
    ),
    parts: [
      {
        text: 'A dragon came to dinner. Mum made soup.',
        picture: picture('room', at(180, 262, dragon, { size: 1.1 }), at(380, 262, bowl, { size: 1.4 })),
        alt: 'A dragon and a bowl of soup.',
      },
      { text: 'The dragon blew on it because it was hot. Then it was hotter. That is what happens.' },
      { text: 'So we gave it ice cream. The dragon blew on it. Then it was soup.' },
      {
        text: 'Dragons do not like soup. But they like crackers, and they toast them on their own.',
        picture: picture(
          'room',
          at(200, 262, dragon, { size: 1.1 }),
          shape('M320 160c30-10 50 0 70 10-24 4-44 12-70 8z', paint.orange),
          box(392, 152, 34, 34, '#d9a860', 4),
        ),
        alt: 'The dragon toasts a cracker.',
      },
    ],
  },
  {
    author: 'Hugo Martínez',
    kind: 'story',
    title: 'The Day the Bus Broke Down',
    level: 'growing',
    categories: ['Made in our classes'],
    goals: [11],
    state: 'published',
    visibility: 'community',
    blurb: 'We were on our way to the museum. Then there was a bang.',
    cover: cover(
      'meadow',
      ['The Day the Bus', 'Broke Down'],
      'by Hugo',
      at(150, 340, bus, { size: 1.3 }),
      at(90, 210, cloud()),
    ),
    parts: [
      {
        title: 'Bang',
        text: 'We were going to the museum to see the dinosaurs. I sat at the back with Jonas. Then there was a BANG and the bus went slower and slower and stopped next to a field.\n\nThe driver said a word that I am not allowed to write.\n\nThe new bus would take two hours. Everybody said ohhhh. But our teacher said, “Who can find something old in this field?”',
        picture: picture('meadow', at(180, 262, bus), at(340, 262, child), at(430, 250, tree())),
        alt: 'A yellow bus stands beside a field.',
      },
      {
        title: 'Our museum',
        text: 'I found a horseshoe. Jonas found a blue piece of a plate. Thandiwe found a stone with a shell in it, a real fossil! It was older than the dinosaurs, the teacher said, maybe.\n\nWe put all of it on a blanket and made signs. It was our own museum and the driver had to pay one button to come in.\n\nWhen the new bus came it was too late for the dinosaurs. But I think our museum was better, because you could touch everything.',
      },
    ],
  },
  {
    author: 'Thandiwe Dlamini',
    kind: 'book',
    title: 'The Bee Garden',
    level: 'early',
    categories: ['Made in our classes', 'Animals'],
    goals: [15, 13],
    state: 'published',
    visibility: 'private',
    blurb: 'Why bees are important and how to be nice to them.',
    cover: cover(
      'meadow',
      ['The Bee', 'Garden'],
      'by Thandiwe',
      [60, 110, 160, 210, 250]
        .map((x, place) =>
          at(
            x,
            368,
            flower([paint.red, paint.pink, paint.orange, paint.plum, paint.red][place] ?? paint.red),
            { size: 1.6 },
          ),
        )
        .join(''),
      at(120, 250, bee),
      at(200, 220, bee, { turned: true }),
    ),
    parts: [
      {
        text: 'Bees are not bad. They only sting if they are scared. If you stand still they think that you are a tree.',
      },
      {
        text: 'We made a bee garden. We planted lavender and thyme and sunflowers.',
        picture: picture(
          'meadow',
          [60, 130, 200, 270, 340, 410]
            .map((x, place) =>
              at(x, 264, flower([paint.plum, paint.orange][place % 2] ?? paint.red), { size: 1.4 }),
            )
            .join(''),
          at(160, 130, bee),
          at(300, 110, bee, { turned: true }),
        ),
        alt: 'Flowers and bees.',
      },
      {
        text: 'Without bees there are no apples. Without apples there is no apple cake. So be nice to bees.',
      },
    ],
  },
  {
    author: 'Milo Janssen',
    kind: 'story',
    title: 'Why I Love Rain',
    level: 'early',
    categories: ['Made in our classes', 'Poems'],
    goals: [6],
    state: 'submitted',
    visibility: 'community',
    blurb: 'A poem about rain.',
    parts: [
      {
        title: '',
        text: 'It drums on the roof\nlike a hundred mice.\nIt makes the street\nlike a looking glass, twice.\n\nMy boots say splash\nand my coat says drip,\nand the snail on the wall\nis going on a trip.',
        picture: picture('snow', rain, at(240, 264, child)),
        alt: 'A child in the rain.',
      },
    ],
  },
  {
    author: 'Elif Şahin',
    kind: 'story',
    title: 'The Star That Fell Into Our Yard',
    level: 'growing',
    categories: ['Night and stars'],
    state: 'returned',
    visibility: 'public',
    blurb: 'Something bright lies in the yard. It says that it is lost.',
    parts: [
      {
        title: 'The light',
        text: 'At night I heard a plop. In the yard lay a star. It was as big as a ball and a bit warm.\n\n“I am lost,” it said. “Can you throw?”\n\nI can throw, but not that high.',
        picture: picture('night', stars(480, 140), star(240, 240, 26), at(140, 262, child)),
        alt: 'A star lies on the ground beside a child.',
      },
    ],
  },
  {
    author: 'Pablo Núñez',
    kind: 'book',
    title: 'My Grandfather’s Boat',
    level: 'early',
    categories: [],
    goals: [14],
    state: 'draft',
    visibility: 'private',
    blurb: '',
    parts: [
      { text: 'My grandfather has a boat. It is blue and it is called Rosa like my grandmother.' },
      { text: 'When we go out to sea he' },
    ],
  },
  {
    author: 'Nora Bjørnson',
    kind: 'story',
    title: 'The Fir Tree and the Lamp Post',
    level: 'confident',
    categories: ['Made in our classes'],
    state: 'approved',
    visibility: 'community',
    blurb: 'A lamp post and a tree stand on the same hill and do not talk to each other.',
    parts: [
      {
        title: 'On the hill',
        text: 'On our hill there is a fir tree and a lamp post. The fir tree thinks that the lamp post has no branches because it was bad. The lamp post thinks that the fir tree has no light because it is poor.\n\nOne winter the snow was so heavy that the tree bent down, and the top of it touched the lamp. The snow melted. “Thank you,” said the tree.\n\n“You smell nice,” said the lamp post. Since then they talk all night.',
        picture: picture(
          'snow',
          at(180, 260, fir, { size: 1.2 }),
          stroke('M330 264V120', paint.ink, 6),
          circle(330, 108, 16, paint.yellow),
        ),
        alt: 'A fir tree and a lamp post in the snow.',
      },
    ],
  },
];
