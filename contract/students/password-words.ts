/**
 * Words of students' passwords: two to six letters that a seven-year-old reads and types, each spelled in one way alone and by
 * what it sounds like. None is unkind, alone or beside any other; so no bodies, sizes, skin, faith, drink or slang.
 */
export const passwordWords: readonly string[] = `
  acorn amber apple april apron artist attic badger bagel baker bakery bamboo banjo bark barn basil basket
  bat beagle beak beetle belt bench bike bird bison bloom boat book boot bottle bounce bowl box branch
  brave breeze breezy brick bridge bright bronze broom brush bubble bucket build bus busy butter button
  cabin cactus cake calm camel camp canary candle canoe canyon cap cape car card carpet carrot cart castle
  cat cave cedar chair chalk chat cheer cheery cheese chess chirpy circle city clay clean clever cliff
  clock cloud cloudy clover coast coat cocoa coin comet comic cook cookie copper corn corner crab crater
  crayon crisp crown cube cuddly cup curly daisy dance dancer daring desk dish doctor dog door dot dove
  dragon draw dream dreamy dress drum duck dune dust eager eagle early earth easy ember engine extra
  falcon fan fancy farm farmer fast felt fence fern ferret field finch first fish five flag flame float
  fluffy flute fly forest fork fox frame fresh frosty fun funny galaxy game garage garden garlic gecko
  gentle giant gift glad glass glide glove glue goal goat gold golden good goose grand grape grass gravel
  green grow guitar hammer handy happy hat hawk hedge helmet help hero heron hike hill hive hobby hockey
  honey hope house hug hum humble hut ice icy idea igloo iguana ink invent iron island ivy jacket jam jar
  jazzy jelly jet jolly joy judo jug juggle jump jumper jungle keen kettle kind king kite kitten kiwi
  koala ladder lagoon lake lamp land lava leafy learn lemon lemur lentil letter light lilac lily lime line
  linen lion listen little lively lizard lock log long lovely luck lucky magic magnet magpie mango map
  maple marble march market marsh match meadow melody merry metro milk mint mirror misty mitten mix modern
  month moon moss mossy muffin mug music neat needle nest net nine noble nod noodle noon number oak oat
  ocean olive onion open orange orbit orchid otter oven owl pack page paint palace palm panda papaya paper
  parade parcel park parrot party pasta path peach pebble pencil pepper piano picnic pigeon pillow pilot
  pine pink pirate pizza planet plant plate play pocket poem polite pond pony pool poster potato pretty
  proud puddle puma puppet puppy purple purse puzzle quick quiet quilt rabbit race radio radish rainy
  raisin reach ready reef ribbon rich riddle ridge river robin robot rock rocket roof rope rosy round
  royal ruby ruler saddle salad salt sand sandal sandy scarf school seal sesame seven share shark sheep
  shelf shell shine shiny ship shirt shop silk silky silver simple sing singer skate sketch sky sled sleep
  sleepy sleeve slide smart smile smooth snow snowy soap sock sofa soft solid song soup spade spark speedy
  spin spiral splash sponge spoon sport spot spring square squid stack stamp star starry steady stem stone
  storm stormy story stove stream street string stripe strong studio sugar summer sunny sunset super swan
  swift swim swing table tall taxi teal teapot ten tennis tent think three ticket tidy tiger tiny toast
  today toffee tomato torch towel tower town toy train tram travel tray tree trip trout truck trunk tub
  tulip tunnel turnip turtle twig twirl valley van velvet vest vine violet violin visit vivid waffle wagon
  walnut wander warm watch web wheel willow wind window windy wing winter wise wish witty wizard wolf
  wombat wool word yak yarn year yoga young zebra zero zigzag zipper zoo zoom
`
  .trim()
  .split(/\s+/u);
