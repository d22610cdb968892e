import {
  at,
  box,
  cat,
  cauldron,
  circle,
  cock,
  cover,
  dog,
  donkey,
  duck,
  elephant,
  fir,
  goat,
  hen,
  house,
  jug,
  mouse,
  oval,
  paint,
  person,
  picture,
  shape,
  shoe,
  spider,
  star,
  stars,
  moon,
  stroke,
  sun,
  tree,
  troll,
  turnip,
} from './drawing-kit.ts';
import type { Tale } from './tale.ts';

const bridge =
  stroke('M-130 0C-60-50 60-50 130 0', paint.brown, 14) +
  stroke('M-100-16v26M-40-34v30M40-34v30M100-16v26', paint.bark, 6);
const wheat = (x: number) => stroke(`M${x} 0v-60`, '#c79a3a', 4) + oval(x, -66, 6, 14, paint.yellow);
const loaf = oval(0, -14, 34, 18, '#c98b4c') + stroke('M-16-22l8 10M0-26l6 12M14-24l6 10', '#8f5c2b', 3);
const old = person({ robe: '#5c7c8a', beard: true, grown: true, hat: 'cap', hair: '#d8d3ca' });
const oldWoman = person({ robe: paint.red, grown: true, hat: 'scarf', hair: '#d8d3ca' });
const girl = person({ robe: paint.orange, hair: '#5a3a22' });
const mountain =
  shape('M-150 0L-20-170 30-120 60-150 150 0z', '#8e8f9a') +
  shape('M-20-170l-30 40 22-6 14 12 16-18 28 22z', paint.white);
const workbench =
  box(-90, -60, 180, 12, paint.brown) + box(-80, -48, 12, 48, paint.bark) + box(68, -48, 12, 48, paint.bark);
const elf = person({ robe: paint.moss, hat: 'cap', arms: 'out' });

export const folkTales: readonly Tale[] = [
  {
    kind: 'book',
    title: 'The Little Red Hen',
    by: 'Storytellers of old',
    level: 'first',
    categories: ['Folk tales', 'Animals'],
    goals: [2],
    blurb: 'Who will help the little red hen to make bread?',
    source: 'A traditional tale, retold',
    wording: 'retold',
    cover: cover(
      'meadow',
      ['The Little', 'Red Hen'],
      'a folk tale',
      at(60, 340, [0, 20, 40].map(wheat).join('')),
      at(180, 366, hen, { size: 1.6 }),
    ),
    parts: [
      {
        text: 'The little red hen found some grains of wheat. “Who will help me to plant them?” she said.\n\n“Not I,” said the dog. “Not I,” said the cat. “Not I,” said the duck.\n\n“Then I will do it myself,” said the little red hen. And she did.',
        picture: picture(
          'meadow',
          sun(60, 56),
          at(110, 258, hen),
          at(220, 262, dog, { size: 0.8, turned: true }),
          at(330, 262, cat, { size: 0.8, turned: true }),
          at(420, 260, duck, { turned: true }),
        ),
        alt: 'A hen talks to a dog, a cat and a duck.',
      },
      {
        text: 'The wheat grew tall. “Who will help me to cut it?” she said. “And who will help me to carry it to the mill?”\n\n“Not I,” said the dog. “Not I,” said the cat. “Not I,” said the duck.\n\n“Then I will do it myself.” And she did.',
        picture: picture(
          'meadow',
          [260, 284, 308, 332, 356, 380, 404].map((x) => at(x, 258, wheat(0))).join(''),
          at(150, 260, hen, { size: 1.2 }),
        ),
        alt: 'The hen stands before tall wheat.',
      },
      {
        text: '“Who will help me to bake the bread?” she said.\n\n“Not I,” said the dog. “Not I,” said the cat. “Not I,” said the duck.\n\n“Then I will do it myself.” And she did.',
      },
      {
        text: 'The bread came out of the oven, brown and warm. “Who will help me to eat it?” said the little red hen.\n\n“I will!” said the dog. “I will!” said the cat. “I will!” said the duck.\n\n“No,” said the little red hen. “I will do that myself.” And she did, with her chicks. But she kept a crust for the next one who helps.',
        picture: picture(
          'room',
          at(150, 262, hen, { size: 1.1 }),
          at(270, 262, loaf, { size: 1.4 }),
          circle(350, 246, 12, paint.yellow),
          circle(386, 250, 12, paint.yellow),
          circle(352, 234, 8, paint.yellow),
          circle(388, 238, 8, paint.yellow),
        ),
        alt: 'The hen and her chicks stand beside a loaf of bread.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Enormous Turnip',
    by: 'Storytellers of Russia',
    level: 'first',
    categories: ['Folk tales'],
    goals: [2, 17],
    blurb: 'They pull and they pull. Will it ever come out?',
    source: 'A Russian folk tale, retold',
    wording: 'retold',
    cover: cover(
      'meadow',
      ['The Enormous', 'Turnip'],
      'a Russian folk tale',
      sun(244, 190, 24),
      at(180, 380, turnip(1.6)),
      at(60, 366, old, { size: 0.8 }),
    ),
    parts: [
      {
        text: 'An old man planted a turnip seed. The turnip grew and grew, until it was enormous.',
        picture: picture('meadow', at(300, 280, turnip(1.3)), at(130, 262, old)),
        alt: 'An old man looks at an enormous turnip.',
      },
      {
        text: 'The old man took hold of the turnip and pulled. He pulled and pulled, but it would not come out. So he called the old woman.',
      },
      {
        text: 'The old woman pulled the old man, and the old man pulled the turnip. It would not come out. So she called the girl, and the girl called the dog, and the dog called the cat.',
        picture: picture(
          'meadow',
          at(420, 284, turnip(1.1)),
          at(330, 258, old, { size: 0.8 }),
          at(250, 260, oldWoman, { size: 0.8 }),
          at(180, 262, girl, { size: 0.8 }),
          at(110, 264, dog, { size: 0.6 }),
          at(44, 266, cat, { size: 0.5 }),
        ),
        alt: 'A long row of people and animals pulls at the turnip.',
      },
      {
        text: 'They pulled and pulled. It would not come out. “Shall I help?” said a little mouse. Everybody laughed, but she took hold of the cat’s tail.',
      },
      {
        text: 'They all pulled together, and — plop! — out came the turnip, and they all fell down in a heap.\n\nThat evening there was turnip soup for everybody, and the first bowl was for the mouse.',
        picture: picture(
          'room',
          at(240, 262, cauldron, { size: 1.3 }),
          at(380, 264, mouse, { size: 0.7, turned: true }),
          at(90, 262, girl),
        ),
        alt: 'A pot of soup, with the girl and the mouse beside it.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Three Billy Goats Gruff',
    by: 'Storytellers of Norway',
    level: 'early',
    categories: ['Folk tales', 'Animals'],
    blurb: 'Trip, trap, trip, trap! Who is walking over the troll’s bridge?',
    source: 'A Norwegian folk tale, collected by Asbjørnsen and Moe in the 1840s; retold',
    wording: 'retold',
    cover: cover(
      'meadow',
      ['The Three', 'Billy Goats', 'Gruff'],
      'a Norwegian folk tale',
      at(150, 330, bridge),
      at(150, 288, goat, { size: 0.9 }),
      at(150, 402, troll, { size: 0.7 }),
    ),
    parts: [
      {
        text: 'Three goats named Gruff lived on a hill. They wanted to go to the meadow on the other side of the river, where the grass was long. But under the bridge lived a troll.',
        picture: picture(
          'meadow',
          at(80, 250, goat, { size: 0.5 }),
          at(180, 254, goat, { size: 0.75 }),
          at(330, 260, goat, { size: 1.1 }),
          sun(420, 60),
        ),
        alt: 'Three goats: a small one, a middle one and a big one.',
      },
      {
        text: 'Trip, trap, trip, trap! The smallest goat went first.\n\n“Who is walking over my bridge?” roared the troll. “I am coming to eat you!”\n\n“I am so small,” said the goat. “Wait for my brother. He is much bigger.”\n\n“Then be off with you,” said the troll.',
        picture: picture(
          'meadow',
          at(120, 250, oval(120, 20, 180, 26, '#7fb0c4')),
          at(240, 230, bridge, { size: 1.2 }),
          at(240, 186, goat, { size: 0.5 }),
          at(240, 284, troll, { size: 0.6 }),
        ),
        alt: 'The small goat is on the bridge, and the troll looks out from below.',
      },
      {
        text: 'Trip, trap, trip, trap! The second goat came.\n\n“Who is walking over my bridge?” roared the troll.\n\n“Wait for my brother,” said the goat. “He is much, much bigger.”\n\n“Very well. Be off with you.”',
      },
      {
        text: 'TRIP, TRAP, TRIP, TRAP! The bridge creaked. “Who is walking over my bridge?”\n\n“I am!” said the biggest goat. He put down his head and ran, and the troll flew into the river with a splash. He was never seen again.',
        picture: picture(
          'meadow',
          at(120, 250, oval(120, 20, 180, 26, '#7fb0c4')),
          at(220, 230, bridge, { size: 1.2 }),
          at(200, 190, goat, { size: 1 }),
          at(390, 190, troll, { size: 0.7, lean: 60 }),
        ),
        alt: 'The biggest goat pushes the troll off the bridge.',
      },
      {
        text: 'On the meadow the three goats ate until they were round.\n\nSnip, snap, snout, this tale is told out.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Princess and the Pea',
    by: 'Hans Christian Andersen',
    level: 'early',
    categories: ['Fairy tales'],
    blurb: 'Twenty mattresses, and under them one small pea.',
    about: 'Hans Christian Andersen was born in Denmark in 1805. He wrote more than 150 fairy tales.',
    source: 'Hans Christian Andersen, 1835; retold',
    wording: 'retold',
    cover: cover(
      'night',
      ['The Princess', 'and the Pea'],
      'after H. C. Andersen',
      stars(300, 200),
      at(
        150,
        380,
        [0, 1, 2, 3, 4]
          .map((row) =>
            box(
              -90,
              -50 - row * 26,
              180,
              24,
              [paint.red, paint.yellow, paint.blue, paint.pink, paint.leaf][row] ?? paint.red,
              9,
            ),
          )
          .join('') + circle(0, -18, 7, paint.leaf),
      ),
      at(150, 232, person({ robe: paint.pink, hat: 'crown', hair: '#c98b2c' }), { size: 0.7 }),
    ),
    parts: [
      {
        text: 'There was a prince who wanted to marry a real princess. He travelled all over the world, but with each princess there was something that was not quite right.',
        picture: picture(
          'dusk',
          at(130, 260, person({ robe: paint.blue, hat: 'crown', grown: true })),
          at(360, 254, house(paint.cream, paint.plum), { size: 1.2 }),
        ),
        alt: 'A prince stands before a castle.',
      },
      {
        text: 'One night there was a storm. Somebody knocked at the gate. It was a princess, and how wet she was! The water ran out of her hair and through her shoes. She said that she was a real princess.',
        picture: picture(
          'night',
          at(300, 260, person({ robe: paint.pink, hat: 'crown' })),
          at(90, 258, house('#b8a98a', '#4a3c5a'), { size: 1.2 }),
          stroke(
            'M200 30l-10 30M260 50l-10 30M330 20l-10 30M400 60l-10 30M440 20l-10 30M370 110l-10 30',
            '#9db4cc',
            4,
          ),
        ),
        alt: 'A princess stands in the rain at night.',
      },
      {
        text: '“We shall see about that,” thought the old queen. She put one pea on a bed. On the pea she laid twenty mattresses, and on the mattresses twenty quilts. That was the bed of the princess.',
      },
      {
        text: 'In the morning they asked her how she had slept. “Very badly,” said the princess. “I lay on something hard, and I am black and blue all over.”\n\nNow they knew that she was real: only a real princess can feel a pea like that.',
        picture: picture(
          'room',
          at(
            240,
            262,
            [0, 1, 2, 3, 4]
              .map((row) =>
                box(
                  -120,
                  -30 - row * 22,
                  240,
                  20,
                  [paint.red, paint.yellow, paint.blue, paint.pink, paint.leaf][row] ?? paint.red,
                  9,
                ),
              )
              .join(''),
          ),
          at(240, 142, person({ robe: paint.pink, hat: 'crown', arms: 'up' }), { size: 0.7 }),
        ),
        alt: 'The princess sits on a pile of mattresses.',
      },
      {
        text: 'So the prince married her. And the pea was put in the museum, where you can still see it, if nobody has taken it.',
      },
    ],
  },
  {
    kind: 'story',
    title: 'The Town Musicians of Bremen',
    by: 'The Brothers Grimm',
    level: 'growing',
    categories: ['Fairy tales', 'Animals'],
    goals: [8, 10],
    blurb: 'Nobody wants them any more, so four old animals set out to make music.',
    about:
      'Jacob and Wilhelm Grimm were brothers. They collected the tales that people told in Germany two hundred years ago.',
    source: 'Jacob and Wilhelm Grimm, 1819; retold',
    wording: 'retold',
    cover: cover(
      'night',
      ['The Town', 'Musicians', 'of Bremen'],
      'after the Brothers Grimm',
      moon(250, 190),
      at(150, 390, donkey, { size: 0.9 }),
      at(146, 328, dog, { size: 0.62 }),
      at(148, 288, cat, { size: 0.48 }),
      at(152, 254, cock, { size: 0.55 }),
    ),
    parts: [
      {
        title: 'On the road',
        text: 'A donkey had carried sacks to the mill for many years. Now he was old and tired, and his master did not want to feed him any more. So the donkey ran away and took the road to Bremen. “There,” he thought, “I can be a town musician.”\n\nBy the road lay a dog, panting. “I am old,” said the dog, “and I cannot hunt any more, so my master wants to get rid of me.”\n\n“Come with me to Bremen,” said the donkey. “I play the lute, and you can beat the drum.”\n\nSoon they met a cat with a face like three rainy days. “My teeth are blunt,” she said, “and I would rather sit by the stove than chase mice.”\n\n“You know about night music,” said the donkey. “Come with us.”\n\nOn a gate sat a cock and crowed with all his might. “Tomorrow they want to put me into the soup,” he said, “so I crow while I can.”\n\n“Come to Bremen,” said the donkey. “You have a good voice. Something better than soup is to be found everywhere.”',
        picture: picture(
          'meadow',
          at(90, 260, donkey, { size: 0.9 }),
          at(210, 262, dog, { size: 0.8 }),
          at(310, 264, cat, { size: 0.7 }),
          at(400, 262, cock),
        ),
        alt: 'A donkey, a dog, a cat and a cock walk along a road.',
      },
      {
        title: 'The house in the wood',
        text: 'In the evening they came to a wood. The cock flew up to the top of a tree and saw a light. They went towards it, and it was a house of robbers.\n\nThe donkey, who was the tallest, looked in at the window. “I see a table,” he said, “with good things to eat and drink, and the robbers sitting at it.”\n\nThey made a plan. The donkey put his front feet on the window. The dog jumped on his back, the cat climbed on the dog, and the cock flew up on the head of the cat. Then they all made music at once. The donkey brayed, the dog barked, the cat mewed and the cock crowed; and they fell in through the window, so that the glass rang.\n\nThe robbers thought that a ghost was coming in, and ran out into the wood. The four friends sat down at the table and ate as if they had to go hungry for a month.',
        picture: picture(
          'night',
          moon(70, 60),
          at(380, 262, house('#c9b48a', '#6d3a35'), { size: 1.3 }),
          at(190, 266, donkey, { size: 0.8 }),
          at(186, 212, dog, { size: 0.55 }),
          at(188, 176, cat, { size: 0.42 }),
          at(192, 148, cock, { size: 0.45 }),
        ),
        alt: 'At night the four animals stand on each other’s backs before a house.',
      },
      {
        title: 'The robber comes back',
        text: 'When they had eaten they put out the light, and each looked for a place to sleep: the donkey in the yard, the dog behind the door, the cat by the stove and the cock on the roof.\n\nAfter midnight one of the robbers came back to see whether all was quiet. He took the eyes of the cat for coals and held a match to them. The cat flew in his face and scratched. He ran to the door, and the dog bit his leg. He ran across the yard, and the donkey gave him a kick. And the cock on the roof cried, “Cock-a-doodle-doo!”\n\nThe robber ran back to the others. “In the house sits a witch,” he said, “who scratched me with her long nails. By the door stands a man with a knife. In the yard lies a monster with a club. And up on the roof sits the judge, who called: Bring the rascal here to me!”\n\nAfter that the robbers never dared to go back. The four musicians liked it so well in the house that they stayed. And whoever told this last is still warm from telling it.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Star Money',
    by: 'The Brothers Grimm',
    level: 'early',
    categories: ['Fairy tales', 'Night and stars'],
    goals: [1, 10],
    blurb: 'A girl gives away everything she has. Then the stars begin to fall.',
    source: 'Jacob and Wilhelm Grimm, 1812; retold',
    wording: 'retold',
    cover: cover(
      'night',
      ['The Star', 'Money'],
      'after the Brothers Grimm',
      stars(300, 230, 30),
      at(150, 366, person({ robe: paint.cream, arms: 'out', hair: '#8a5a3b' }), { size: 1.2 }),
      star(110, 300, 12),
      star(200, 280, 14),
      star(220, 340, 10),
      star(80, 350, 9),
    ),
    parts: [
      {
        text: 'There was a girl whose father and mother had died. She had nothing left but the clothes that she wore and a piece of bread in her hand. But she was good and kind, and she went out into the world.',
        picture: picture(
          'wood',
          at(240, 262, person({ robe: paint.red, hat: 'scarf' })),
          at(80, 252, fir),
          at(410, 252, fir),
        ),
        alt: 'A girl walks in a wood.',
      },
      {
        text: 'She met a poor man. “I am so hungry,” he said. She gave him all of her bread.\n\nShe met a child who was cold. She gave the child her cap. She met another one who had no jacket, and gave away her own.',
      },
      {
        text: 'In the wood, when it was dark already, a child asked her for her dress. “It is night,” the girl thought. “Nobody sees me.” And she gave that away, too.',
      },
      {
        text: 'As she stood there, and had nothing left at all, the stars fell from the sky. They were shining gold coins. And she had on a new dress of the finest linen. She gathered the coins in it, and she was rich for the rest of her days — and still she shared.',
        picture: picture(
          'night',
          stars(480, 150, 26),
          at(240, 264, person({ robe: paint.cream, arms: 'out' })),
          star(150, 190, 11),
          star(330, 170, 12),
          star(180, 250, 9),
          star(310, 240, 10),
          star(380, 226, 8),
        ),
        alt: 'Stars fall round the girl at night.',
      },
    ],
  },
  {
    kind: 'story',
    title: 'The Elves and the Shoemaker',
    by: 'The Brothers Grimm',
    level: 'growing',
    categories: ['Fairy tales', 'Night and stars'],
    goals: [8],
    blurb: 'Who makes such fine shoes in the night?',
    source: 'Jacob and Wilhelm Grimm, 1812; retold',
    wording: 'retold',
    cover: cover(
      'room',
      ['The Elves', 'and the', 'Shoemaker'],
      'after the Brothers Grimm',
      at(150, 366, workbench),
      at(96, 306, elf, { size: 0.6 }),
      at(196, 306, shoe, { size: 0.8 }),
      at(240, 376, elf, { size: 0.5, turned: true }),
    ),
    parts: [
      {
        title: 'The last piece of leather',
        text: 'A shoemaker worked hard, but he became so poor that he had leather left for one pair of shoes only. In the evening he cut them out, left them on his table and went to bed.\n\nIn the morning the shoes stood there, finished. Every stitch was in its place. A customer came in, liked them and paid more than usual, so that the shoemaker could buy leather for two pairs.\n\nHe cut them out in the evening, and in the morning they were finished, too. So it went on. What he cut out at night was done by morning, and he was poor no more.',
        picture: picture(
          'room',
          at(240, 250, workbench, { size: 1.2 }),
          at(190, 178, shoe),
          at(280, 178, shoe),
          at(420, 262, old, { turned: true }),
        ),
        alt: 'A shoemaker finds finished shoes on his table.',
      },
      {
        title: 'Behind the curtain',
        text: 'One evening, not long before Christmas, the shoemaker said to his wife, “Let us stay up tonight and see who helps us.” They lit a candle and hid behind the coats in the corner.\n\nAt midnight came two little elves with hardly anything on. They sat down at the table and stitched and sewed and hammered so fast that the shoemaker could not take his eyes off them. When all was done they ran away.',
        picture: picture(
          'night',
          at(240, 256, workbench, { size: 1.2 }),
          at(180, 186, elf, { size: 0.7 }),
          at(300, 186, elf, { size: 0.7, turned: true }),
          at(240, 184, shoe, { size: 0.8 }),
          moon(420, 60),
        ),
        alt: 'Two elves make shoes at night.',
      },
      {
        title: 'A present',
        text: '“They made us rich, and they must be cold,” said the wife. “I will sew them shirts and coats and trousers, and you make each of them a pair of shoes.”\n\nIn the evening they put their presents on the table, in place of the leather, and hid. The elves came skipping in. When they saw the small clothes, they put them on and sang:\n\n“Now we are boys so fine to see,\nWhy should we longer cobblers be?”\n\nThey danced over the chairs and out of the door. They never came back; but the shoemaker and his wife lived well as long as they lived, and were lucky in all they did.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'Stone Soup',
    by: 'Storytellers of old',
    level: 'early',
    categories: ['Folk tales', 'Clever ideas'],
    goals: [2, 17],
    blurb: 'How do you make soup from a stone? With a little help.',
    source: 'A traditional tale from Europe, retold',
    wording: 'retold',
    cover: cover(
      'dusk',
      ['Stone', 'Soup'],
      'a folk tale',
      at(226, 320, house('#ecdcb8', paint.red), { size: 0.9 }),
      at(140, 380, cauldron, { size: 1.3 }),
      at(58, 366, old, { size: 0.8 }),
    ),
    parts: [
      {
        text: 'A traveller came to a village. He was tired and hungry, but at every door people said, “We have nothing to eat ourselves.”\n\n“Then I will make soup for all of us,” he said. “I have a soup stone.”',
        picture: picture(
          'dusk',
          at(110, 262, old),
          at(320, 250, house()),
          at(430, 246, house('#e8d3b0', paint.plum), { size: 0.8 }),
        ),
        alt: 'A traveller comes to a village.',
      },
      {
        text: 'He filled a pot with water, lit a fire under it, and put in a stone. People came to look. He tasted it. “Very good,” he said. “With a cabbage it would be even better.”\n\n“I think I have a cabbage,” said a woman.',
        picture: picture(
          'dusk',
          at(240, 262, cauldron, { size: 1.3 }),
          at(130, 262, old),
          at(360, 262, oldWoman, { turned: true }),
          circle(334, 200, 14, paint.leaf),
        ),
        alt: 'The traveller cooks, and a woman brings a cabbage.',
      },
      {
        text: '“And now a few carrots…” A boy ran home and brought carrots. “And an onion? And some barley?” One brought this and one brought that, and soon the soup smelled of all of it.',
      },
      {
        text: 'Then everybody in the village sat down and ate together, and there was enough for all. “To think,” they said, “that such soup can be made from a stone!”',
        picture: picture(
          'dusk',
          at(240, 264, cauldron, { size: 1.2 }),
          at(80, 262, girl),
          at(150, 262, old, { size: 0.9 }),
          at(330, 262, oldWoman, { size: 0.9 }),
          at(410, 262, person({ robe: paint.blue, arms: 'up' })),
        ),
        alt: 'The whole village stands round the pot.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'Anansi and the Pot of Wisdom',
    by: 'Ashanti storytellers',
    level: 'early',
    categories: ['Folk tales', 'Clever ideas'],
    goals: [4],
    blurb: 'Anansi the spider wants to keep all the wisdom of the world for himself.',
    source: 'A tale of the Ashanti people of Ghana, retold',
    wording: 'retold',
    cover: cover(
      'wood',
      ['Anansi and', 'the Pot of', 'Wisdom'],
      'an Ashanti tale',
      at(220, 390, tree(), { size: 1.5 }),
      at(120, 340, spider, { size: 1.2 }),
      at(84, 386, jug, { size: 0.7 }),
    ),
    parts: [
      {
        text: 'Anansi the spider had gathered all the wisdom of the world in one pot. “I will hide it,” he thought, “so that nobody but me is wise.”',
        picture: picture(
          'wood',
          at(160, 262, spider, { size: 1.2 }),
          at(290, 266, jug),
          at(420, 250, tree()),
        ),
        alt: 'A spider looks at a pot.',
      },
      {
        text: 'He found a tall tree, tied the pot to his belly and began to climb. But the pot was between him and the tree. He slipped, and slipped again.',
        picture: picture(
          'wood',
          at(300, 300, tree(), { size: 2 }),
          at(262, 220, jug, { size: 0.6 }),
          at(220, 230, spider),
        ),
        alt: 'The spider tries to climb a tree with the pot before him.',
      },
      {
        text: 'His little son had watched him. “Father,” he said, “why do you not tie the pot to your back? Then you can climb.”\n\nAnansi did so, and it was easy.',
      },
      {
        text: 'High up in the tree he thought, “I have all the wisdom, and a child had to tell me that!” He was so angry that he let go of the pot. It broke, and the wisdom was blown all over the world.\n\nThat is why everybody has a little of it, and nobody has all.',
        picture: picture(
          'wood',
          at(120, 300, tree(), { size: 1.6 }),
          at(118, 110, spider, { size: 0.8 }),
          at(300, 268, jug, { lean: 70 }),
          star(340, 200, 8),
          star(390, 160, 7),
          star(270, 150, 7),
          star(430, 210, 8),
          star(330, 110, 6),
        ),
        alt: 'The pot is broken, and sparks of wisdom fly out of it.',
      },
    ],
  },
  {
    kind: 'story',
    title: 'The Stonecutter',
    by: 'Storytellers of Japan',
    level: 'growing',
    categories: ['Folk tales'],
    goals: [8, 12],
    blurb: 'A stonecutter wishes to be something stronger, and then something stronger still.',
    source: 'A Japanese folk tale, retold',
    wording: 'retold',
    cover: cover(
      'desert',
      ['The', 'Stonecutter'],
      'a Japanese tale',
      at(170, 330, mountain, { size: 0.9 }),
      at(90, 372, person({ robe: paint.blue, hat: 'straw', grown: true }), { size: 0.8 }),
    ),
    parts: [
      {
        title: 'The wish',
        text: 'Every day a stonecutter went to the mountain and cut stones. He knew his work and was content, until he brought a stone to the house of a rich man. “If only I were rich,” he sighed, “and could sleep in a bed with silk curtains!”\n\n“Your wish is heard,” said the spirit of the mountain. And when the stonecutter came home, his hut was a palace.\n\nThe summer was hot. A prince rode by under a golden umbrella. “If only I were a prince!” said the stonecutter. And he was.\n\nBut the sun burned the grass, and his face, for all his umbrella. “The sun is stronger than I am. If only I were the sun!”',
        picture: picture(
          'desert',
          at(330, 250, mountain),
          at(120, 264, person({ robe: paint.blue, hat: 'straw', grown: true })),
          sun(60, 50, 22),
        ),
        alt: 'A stonecutter stands before a mountain.',
      },
      {
        title: 'Stronger and stronger',
        text: 'He was the sun. He shone on princes and beggars alike, until a cloud came and stood before his face. “A cloud is stronger than I am! If only I were a cloud!”\n\nHe was a cloud. He rained and rained. Rivers rose and towns stood in the water; only the mountain did not move. “Is the mountain stronger than I am? Then let me be the mountain!”\n\nHe was the mountain, and neither sun nor rain could touch him. Then he heard something at his feet. Tock. Tock. Tock. A small man was cutting stones out of him.\n\n“A man is stronger than I am,” cried the mountain. “If only I were a man!”\n\nAnd he was a stonecutter once more. He worked hard and slept on a hard bed. But he never wished to be anything else again; and so he never heard the spirit of the mountain any more.',
      },
    ],
  },
  {
    kind: 'book',
    title: 'The Blind Men and the Elephant',
    by: 'Storytellers of India',
    level: 'growing',
    categories: ['Folk tales', 'Clever ideas'],
    goals: [16, 10],
    blurb: 'Six people touch one elephant, and each of them is sure.',
    source: 'A tale of ancient India, retold',
    wording: 'retold',
    cover: cover(
      'desert',
      ['The Blind Men', 'and the', 'Elephant'],
      'an Indian tale',
      sun(54, 206, 20),
      at(140, 372, elephant, { size: 1.1 }),
    ),
    parts: [
      {
        text: 'Six men who could not see had heard of elephants and wanted to know what one is like. So they went up to an elephant, and each put out his hand.',
        picture: picture(
          'desert',
          sun(420, 56, 24),
          at(250, 266, elephant),
          at(70, 264, person({ robe: paint.red, arms: 'out', grown: true }), { size: 0.8 }),
          at(430, 264, person({ robe: paint.blue, arms: 'out', grown: true, beard: true }), { size: 0.8 }),
        ),
        alt: 'Two of the men stand beside an elephant.',
      },
      {
        text: 'The first touched its side. “An elephant is like a wall.”\n\nThe second held its tusk. “No, it is like a spear.”\n\nThe third took hold of the trunk. “You are both wrong. It is like a snake.”',
      },
      {
        text: 'The fourth put his arms round a leg. “It is a tree, clearly.”\n\nThe fifth felt an ear. “It is a fan.”\n\nThe sixth had caught the tail. “All it is is a rope!”',
      },
      {
        text: 'They argued until the sun went down. Then a girl who led the elephant said, “Each of you is right about a part. Put your parts together, and you will have an elephant.”',
        picture: picture('dusk', at(200, 266, elephant, { size: 1.1 }), at(390, 264, girl)),
        alt: 'A girl stands beside the elephant at sunset.',
      },
    ],
  },
];
