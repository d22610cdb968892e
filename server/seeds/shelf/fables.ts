import {
  ant,
  at,
  box,
  circle,
  cloud,
  cover,
  crow,
  dog,
  fir,
  flower,
  fox,
  grapes,
  grasshopper,
  hare,
  house,
  jug,
  lamb,
  lion,
  mouse,
  oval,
  paint,
  person,
  picture,
  shape,
  stroke,
  sun,
  tortoise,
  tree,
  wolf,
} from './drawing-kit.ts';
import type { Tale } from './tale.ts';

const aesop = {
  kind: 'book',
  by: 'Aesop',
  level: 'early',
  about:
    'Aesop is said to have lived in Greece some 2,600 years ago. His tales were told long before they were written down.',
  source: 'A fable of Aesop, retold',
  wording: 'retold',
} as const;

const vine =
  stroke('M0 0c40 10 80-6 130 4M60 2v30M100 0v24', paint.moss, 6) + at(60, 44, grapes) + at(102, 36, grapes);
const net = stroke(
  'M-70 0C-60-120 60-120 70 0M-50-60C-20-40 20-40 50-60M-66-24C-30-4 30-4 66-24M-30-88L-44 0M0-92V0M30-88L44 0',
  paint.bark,
  3,
);
const cheese = shape('M-20 0l40-16v16z', paint.yellow) + circle(6, -5, 3, paint.orange);
const bone =
  stroke('M-16 0h32', paint.cream, 7) +
  circle(-18, -4, 5, paint.cream) +
  circle(-18, 4, 5, paint.cream) +
  circle(18, -4, 5, paint.cream) +
  circle(18, 4, 5, paint.cream);
const water =
  shape('M0 0c60-14 140-14 200 0v80H0z', '#7fb0c4') +
  stroke('M30 24q14-7 28 0t28 0M100 46q14-7 28 0t28 0', '#a9cedb', 4);
const wind =
  cloud('#c9d3dd') +
  circle(10, -4, 3, paint.ink) +
  circle(26, -4, 3, paint.ink) +
  stroke('M40 6c30-6 50 2 80-4M44 16c24-2 36 6 60 2', '#c9d3dd', 5);
const coat = person({ robe: '#6a4f86', arms: 'down', grown: true, hat: 'cap' });

export const fables: readonly Tale[] = [
  {
    ...aesop,
    title: 'The Hare and the Tortoise',
    categories: ['Fables', 'Animals'],
    blurb: 'One is quick and one is slow. Who will be first at the old oak tree?',
    cover: cover(
      'meadow',
      ['The Hare and', 'the Tortoise'],
      'after Aesop',
      sun(52, 190, 22),
      at(212, 306, hare, { size: 0.9 }),
      at(104, 360, tortoise, { size: 1.1 }),
    ),
    parts: [
      {
        text: 'Hare was quick, and she told everybody so. “I am the fastest animal in the wood,” she said. “Nobody can race with me.”\n\n“I will,” said Tortoise.',
        picture: picture(
          'meadow',
          sun(60, 56),
          at(390, 246, tree()),
          at(150, 250, hare),
          at(300, 262, tortoise),
        ),
        alt: 'A hare talks to a tortoise in a meadow.',
      },
      {
        text: 'They agreed to run to the old oak tree. Fox called, “Ready, steady, go!” Hare was off like the wind. Tortoise put one foot before the other.',
        picture: picture(
          'meadow',
          at(70, 246, fox, { size: 0.8 }),
          at(390, 236, hare, { lean: -8 }),
          at(200, 268, tortoise),
          at(90, 70, cloud()),
        ),
        alt: 'The hare is far ahead, the tortoise walks behind, and a fox looks on.',
      },
      {
        text: 'Soon Hare was so far ahead that she could not see Tortoise any more. “I have time for a nap,” she said, and lay down in the shade.',
        picture: picture(
          'meadow',
          at(140, 240, tree(paint.moss)),
          at(190, 262, hare, { lean: -4 }),
          stroke('M262 150h16l-16 18h16M292 122h12l-12 14h12', paint.ink, 4),
        ),
        alt: 'The hare sleeps under a tree.',
      },
      {
        text: 'Step by step, Tortoise came along. He did not stop to look. He did not stop to rest. Quietly he walked past Hare and on to the oak tree.',
      },
      {
        text: 'Hare woke up and ran as she had never run before. But Tortoise was there already, and all the animals were cheering.\n\nSlow and steady wins the race.',
        picture: picture(
          'meadow',
          at(392, 250, tree()),
          at(300, 262, tortoise),
          at(90, 248, hare),
          at(210, 236, at(0, 0, mouse, { size: 0.5 })),
        ),
        alt: 'The tortoise stands at the tree, and the hare comes too late.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Lion and the Mouse',
    categories: ['Fables', 'Animals'],
    goals: [16],
    blurb: 'Can somebody small help somebody big?',
    cover: cover(
      'dusk',
      ['The Lion and', 'the Mouse'],
      'after Aesop',
      sun(240, 200, 26),
      at(120, 340, lion, { size: 1.3 }),
      at(236, 372, mouse, { size: 0.6, turned: true }),
    ),
    parts: [
      {
        text: 'A lion was asleep in the sun. A little mouse ran over his nose and woke him. The lion put his big paw on her.',
        picture: picture(
          'desert',
          sun(400, 60),
          at(200, 254, lion, { size: 1.2 }),
          at(330, 268, mouse, { size: 0.5, turned: true }),
        ),
        alt: 'A lion looks at a small mouse.',
      },
      {
        text: '“Please let me go,” said the mouse. “One day I may help you, too.”\n\nThe lion laughed. “You, help me?” But he was in a good mood, and he let her go.',
      },
      {
        text: 'Some days later the lion was caught in the net of some hunters. He pulled and he roared, but the ropes were strong.',
        picture: picture(
          'wood',
          at(70, 250, tree()),
          at(420, 246, fir),
          at(236, 262, lion, { size: 1.1 }),
          at(240, 266, net, { size: 1.5 }),
        ),
        alt: 'The lion is under a net.',
      },
      {
        text: 'The mouse heard him and came running. With her small sharp teeth she bit through the ropes, one after the other, until the lion was free.\n\n“Thank you,” said the lion. “Now I know: nobody is too small to help.”',
        picture: picture(
          'wood',
          at(60, 250, fir),
          at(190, 258, lion, { size: 1.1 }),
          at(340, 268, mouse, { size: 0.7, turned: true }),
          stroke('M300 270c40-14 60 10 110-4', paint.bark, 3),
        ),
        alt: 'The mouse and the free lion look at each other.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Fox and the Grapes',
    level: 'first',
    categories: ['Fables', 'Animals'],
    blurb: 'The grapes are sweet. Or are they sour?',
    cover: cover(
      'meadow',
      ['The Fox and', 'the Grapes'],
      'after Aesop',
      at(60, 170, vine),
      at(150, 350, fox, { size: 1.3 }),
    ),
    parts: [
      {
        text: 'It was a hot day. Fox was hungry and thirsty. High up on a vine he saw some grapes.',
        picture: picture('meadow', sun(60, 60), at(280, 70, vine), at(150, 256, fox)),
        alt: 'A fox looks up to grapes on a vine.',
      },
      {
        text: 'He jumped. He jumped again. He ran and jumped as high as he could. He did not get the grapes.',
        picture: picture('meadow', at(260, 60, vine), at(250, 216, fox, { lean: -28 })),
        alt: 'The fox jumps for the grapes.',
      },
      {
        text: 'Fox put up his nose and went away. “I do not want them,” he said. “I am sure that they are sour.”\n\nIt is easy to dislike what you cannot have.',
        picture: picture('meadow', at(300, 70, vine), at(130, 258, fox, { turned: true })),
        alt: 'The fox walks away from the grapes.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Crow and the Pitcher',
    categories: ['Fables', 'Clever ideas'],
    goals: [6],
    blurb: 'A thirsty crow, a tall jug, and a good idea.',
    cover: cover(
      'desert',
      ['The Crow and', 'the Pitcher'],
      'after Aesop',
      sun(60, 190, 24),
      at(190, 366, jug, { size: 1.4 }),
      at(96, 362, crow, { size: 1.1 }),
    ),
    parts: [
      {
        text: 'It had not rained for weeks. A crow flew about, looking for water. At last she found a jug, and at the bottom of it a little water.',
        picture: picture('desert', sun(400, 60), at(280, 262, jug), at(150, 256, crow)),
        alt: 'A crow stands beside a jug in the sun.',
      },
      {
        text: 'She put her head into the jug. Her beak did not reach the water. She pushed the jug. It was too heavy to fall over.',
      },
      {
        text: 'Then she thought of something. She took a pebble in her beak and dropped it into the jug. Plop! She dropped another one. Plop! And another. Plop!',
        picture: picture(
          'desert',
          at(270, 262, jug),
          at(160, 256, crow),
          oval(262, 160, 6, 5, paint.grey),
          [60, 90, 350, 384, 410].map((x) => oval(x, 270, 10, 7, paint.grey)).join(''),
        ),
        alt: 'The crow drops pebbles into the jug.',
      },
      {
        text: 'With every pebble the water came up a little higher. When it had come up to the top, the crow drank.\n\nLittle by little does the trick.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Town Mouse and the Country Mouse',
    level: 'growing',
    categories: ['Fables', 'Animals'],
    goals: [11],
    blurb: 'Two cousins visit each other. Where is it better to live?',
    cover: cover(
      'dusk',
      ['The Town Mouse', 'and the', 'Country Mouse'],
      'after Aesop',
      at(220, 320, house('#e8d3b0', paint.plum), { size: 1 }),
      at(84, 330, mouse, { size: 0.8 }),
      at(216, 384, mouse, { size: 0.8, turned: true }),
    ),
    parts: [
      {
        text: 'Country Mouse asked her cousin from the town to dinner. She put on the table all she had: barley, a crust of bread and a few roots.',
        picture: picture(
          'meadow',
          at(380, 246, tree()),
          at(140, 262, mouse),
          at(310, 262, mouse, { turned: true }),
          oval(224, 258, 40, 8, paint.brown),
        ),
        alt: 'Two mice sit at dinner in a meadow.',
      },
      {
        text: 'Town Mouse nibbled a little. “How can you live like this?” she said. “Come with me to the town. There I will show you what a dinner is.”',
      },
      {
        text: 'In the town they crept into a big house. On the table were cheese, cake, figs and honey. Country Mouse had never seen anything like it.',
        picture: picture(
          'room',
          box(120, 150, 260, 14, paint.brown),
          box(140, 164, 12, 70, paint.bark),
          box(348, 164, 12, 70, paint.bark),
          at(200, 150, cheese, { size: 1.6 }),
          at(290, 148, circle(0, -14, 16, paint.pink)),
          at(80, 262, mouse, { size: 0.8 }),
          at(420, 262, mouse, { size: 0.8, turned: true }),
        ),
        alt: 'Two mice look up to a table full of food.',
      },
      {
        text: 'They had just begun when the door flew open. In came a big dog, barking. The mice ran for their lives and hid in a hole in the wall.',
        picture: picture('room', at(190, 262, dog, { size: 1.2 }), at(400, 268, mouse, { size: 0.5 })),
        alt: 'A big dog comes into the room, and a mouse runs away.',
      },
      {
        text: 'When it was quiet, Country Mouse took her bag. “Goodbye, cousin,” she said. “Your dinner is finer than mine. But I like my crust in peace better than a cake in fear.”',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Ants and the Grasshopper',
    categories: ['Fables', 'Animals'],
    goals: [2, 12],
    blurb: 'All summer long one plays and others work. Then winter comes.',
    cover: cover(
      'meadow',
      ['The Ants and', 'the Grasshopper'],
      'after Aesop',
      at(80, 300, flower(paint.pink), { size: 1.6 }),
      at(170, 330, grasshopper, { size: 1.5 }),
      at(70, 374, ant),
      at(150, 380, ant),
      at(230, 378, ant),
    ),
    parts: [
      {
        text: 'In a field, one summer’s day, a grasshopper hopped about and sang. An ant came by, carrying a grain of corn that was bigger than she was.',
        picture: picture(
          'meadow',
          sun(60, 56),
          at(150, 250, grasshopper, { size: 1.2 }),
          at(330, 262, ant, { size: 1.2 }),
          oval(352, 218, 12, 8, paint.yellow),
          at(430, 250, flower(paint.red)),
        ),
        alt: 'A grasshopper sings, and an ant carries a grain.',
      },
      {
        text: '“Come and sing with me,” said the grasshopper. “Why do you work so hard?”\n\n“We are putting food by for the winter,” said the ant. “You should do so, too.”\n\n“Winter!” said the grasshopper. “There is so much to eat now.”',
      },
      {
        text: 'Then the winter came. Snow lay on the field, and there was nothing green to be found. The grasshopper was cold and hungry.',
        picture: picture(
          'snow',
          at(230, 256, grasshopper),
          at(90, 246, fir),
          at(400, 250, fir, { size: 0.8 }),
          [40, 140, 200, 300, 360, 440]
            .map((x, place) => circle(x, 40 + (place % 3) * 40, 4, '#ffffff'))
            .join(''),
        ),
        alt: 'The grasshopper is alone in the snow.',
      },
      {
        text: 'He knocked at the ants’ door. They looked at each other, and they let him in. He sang for them all winter; and when spring came, he was the first to carry grain.\n\nIt is good to think of tomorrow, and good to share.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The North Wind and the Sun',
    level: 'first',
    categories: ['Fables', 'Clever ideas'],
    goals: [16],
    blurb: 'Who is stronger: the one who blows, or the one who smiles?',
    cover: cover(
      'meadow',
      ['The North Wind', 'and the Sun'],
      'after Aesop',
      sun(232, 200, 32),
      at(60, 210, wind, { size: 0.8 }),
      at(150, 366, coat, { size: 0.9 }),
    ),
    parts: [
      {
        text: '“I am the strongest,” said the North Wind.\n\n“Are you?” said the Sun. “Do you see that man in his coat? Let us see who can make him take it off.”',
      },
      {
        text: 'The Wind blew. He blew harder. The harder he blew, the more tightly the man held on to his coat.',
        picture: picture(
          'snow',
          at(90, 80, wind, { size: 1.4 }),
          at(340, 262, coat, { lean: 8 }),
          at(430, 250, fir, { size: 0.8 }),
        ),
        alt: 'The wind blows at a man in a coat.',
      },
      {
        text: 'Then the Sun came out and smiled. It grew warm. The man opened his coat. It grew warmer still, and he took it off.\n\nKindness does more than force.',
        picture: picture(
          'meadow',
          sun(90, 74, 40),
          at(300, 262, person({ robe: paint.cream, grown: true, arms: 'up' })),
          at(420, 250, tree()),
          at(210, 262, flower(paint.red)),
        ),
        alt: 'The man stands in the warm sun without his coat.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Boy Who Cried Wolf',
    categories: ['Fables'],
    goals: [16],
    blurb: 'A boy plays a trick, once, twice. Then he needs help.',
    cover: cover(
      'dusk',
      ['The Boy Who', 'Cried Wolf'],
      'after Aesop',
      at(230, 300, fir),
      at(86, 366, person({ robe: paint.blue, arms: 'up', hat: 'straw' })),
      at(200, 372, lamb, { size: 0.8 }),
    ),
    parts: [
      {
        text: 'A boy looked after the sheep of his village. All day long nothing happened. So he thought of a trick. “Wolf!” he shouted. “Wolf!”',
        picture: picture(
          'meadow',
          at(110, 258, person({ robe: paint.blue, arms: 'up', hat: 'straw' })),
          at(260, 262, lamb),
          at(390, 252, lamb, { size: 0.8 }),
        ),
        alt: 'A boy shouts, with his arms up, beside two sheep.',
      },
      {
        text: 'The people came running up the hill. There was no wolf. The boy laughed, and they went home, cross.\n\nThe next day he did it again. They came running again. The boy laughed even more.',
      },
      {
        text: 'In the evening a wolf did come out of the wood. “Wolf!” shouted the boy. “Please help me! This time it is true!”',
        picture: picture(
          'dusk',
          at(420, 250, fir),
          at(340, 258, wolf, { turned: true, size: 1.1 }),
          at(210, 262, lamb, { size: 0.8 }),
          at(90, 258, person({ robe: paint.blue, arms: 'up', hat: 'straw' })),
        ),
        alt: 'A wolf comes towards the boy and a sheep.',
      },
      {
        text: 'The people heard him. “He is playing his trick again,” they said, and nobody came. It took the boy until morning to find all his sheep in the wood.\n\nIf you do not tell the truth, nobody believes you when you do.',
      },
    ],
  },
  {
    ...aesop,
    title: 'The Dog and His Reflection',
    level: 'first',
    categories: ['Fables', 'Animals'],
    goals: [12],
    blurb: 'A dog has a bone. The dog in the water has one, too.',
    cover: cover(
      'wood',
      ['The Dog and', 'His Reflection'],
      'after Aesop',
      at(50, 346, water),
      at(140, 330, dog, { size: 1.1 }),
      at(236, 262, bone, { size: 0.8 }),
    ),
    parts: [
      {
        text: 'A dog had found a bone. He carried it home in his mouth, and on the way he had to walk over a bridge.',
        picture: picture(
          'meadow',
          at(140, 230, water),
          box(90, 214, 300, 14, paint.brown),
          at(220, 214, dog),
          at(316, 152, bone, { size: 0.7 }),
        ),
        alt: 'A dog with a bone walks over a bridge.',
      },
      {
        text: 'He looked down. In the water was another dog, and that dog had a bone as well. It looked bigger than his own!',
      },
      {
        text: 'The dog barked at the other dog to make him let go of it. But when he opened his mouth, his own bone fell into the water and was gone.\n\nWho wants everything may lose what he has.',
        picture: picture(
          'meadow',
          at(140, 230, water),
          box(90, 214, 300, 14, paint.brown),
          at(220, 214, dog),
          at(336, 250, bone, { size: 0.7, lean: 40 }),
          at(90, 70, cloud()),
        ),
        alt: 'The bone falls into the water.',
      },
    ],
  },
];
