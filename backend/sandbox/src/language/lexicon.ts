import type { Mood, Place, RoomKind, Subject, TimeOfDay, Weather } from '../pictures/brief';
import { list, set } from './language';

export type Gender = 'female' | 'male' | 'unknown';
export type Age = 'child' | 'adult' | 'old';

export interface Role {
  gender: Gender;
  age: Age;
}

const roles = (gender: Gender, age: Age, words: string): [string, Role][] =>
  words.split(/\s+/u).map((word) => [word, { gender, age }]);

/** English nouns for people. */
export const ROLE_WORDS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles('female', 'child', 'girl daughter granddaughter niece schoolgirl'),
  ...roles('male', 'child', 'boy son grandson nephew schoolboy lad'),
  ...roles('unknown', 'child', 'child kid toddler baby pupil'),
  ...roles(
    'female',
    'adult',
    `woman lady mother mum mom wife sister aunt queen princess waitress actress nun bride widow witch girlfriend heroine
    fisherwoman seamstress nurse mermaid mistress`,
  ),
  ...roles(
    'male',
    'adult',
    `man gentleman father dad husband brother uncle king prince fisherman fellow sailor monk priest waiter actor groom
    widower boyfriend knight blacksmith wizard pirate hunter postman policeman fireman ferryman`,
  ),
  ...roles(
    'unknown',
    'adult',
    `person keeper captain doctor teacher farmer baker soldier guard stranger traveller traveler artist painter musician
    singer dancer scientist engineer detective pilot astronaut driver merchant servant student cook chef shopkeeper
    librarian writer poet inventor explorer rider warrior hero villain ghost neighbour neighbor friend stationmaster
    clockmaker mechanic gardener carpenter thief spy judge lawyer reporter photographer innkeeper miller shepherd hiker
    climber mayor vet clerk projectionist mason`,
  ),
  ...roles('female', 'old', 'grandmother grandma granny crone'),
  ...roles('male', 'old', 'grandfather grandpa grandad'),
]);

/** Titles that belong to the name after them. */
export const TITLES = set(
  `mr mrs ms miss dr doctor captain professor aunt auntie uncle king queen prince princess sir lady lord grandma grandpa
  grandmother grandfather old little young sister brother father mother saint inspector sergeant granny ferryman mayor`,
);

/** The gender that a title implies. */
export const TITLE_GENDER: Readonly<Record<string, Gender>> = {
  mr: 'male',
  sir: 'male',
  lord: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  auntie: 'female',
  herr: 'male',
  frau: 'female',
  monsieur: 'male',
  madame: 'female',
  mademoiselle: 'female',
  mme: 'female',
  mlle: 'female',
};

/** English animals that can be characters in a story. */
export const ANIMAL_WORDS = set(
  `cat kitten dog puppy hound terrier husky collie spaniel poodle sheepdog fox wolf bear rabbit bunny hare horse pony
  mare stallion donkey mule goat sheep lamb cow deer owl crow raven gull seagull heron stork whale dragon mouse rat frog
  toad turtle tortoise lion tiger elephant monkey bird sparrow robin swan goose duck hen chicken pig piglet squirrel
  hedgehog badger mole otter beaver robot`,
);

/** Maps an animal's English name to the animal that is drawn for it. */
export const ANIMAL_KINDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    cat: 'cat kitten lion tiger',
    dog: 'dog puppy hound terrier husky collie spaniel poodle sheepdog',
    rabbit: 'rabbit bunny hare',
    horse: 'horse pony mare stallion donkey mule',
    fox: 'fox squirrel',
    wolf: 'wolf badger',
    bear: 'bear beaver otter',
    deer: 'deer goat',
    mouse: 'mouse rat mole hedgehog',
    pig: 'pig piglet',
    sheep: 'sheep lamb',
    cow: 'cow',
    owl: 'owl',
    bird: 'bird crow raven heron stork sparrow robin',
    goose: 'swan goose duck hen chicken',
    frog: 'frog toad',
    gull: 'gull seagull',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
);

/** Given names whose endings do not show the gender; for all others, pronouns decide. */
export const GIVEN_NAMES: Readonly<Record<Exclude<Gender, 'unknown'>, ReadonlySet<string>>> = {
  female: set(
    `mary ruth karin miriam jane alice rose grace helen susan margaret dorothy elizabeth emily lucy lily molly sally
    betty kate anne ann jean joan judith rachel esther edith agnes iris ingrid astrid heidi greta hannah sarah flora ivy
    hazel violet daisy may june kim chloe zoe phoebe penelope naomi noor fatima amy wendy holly beth meg jo`,
  ),
  male: set(
    `peter tom john james jack henry george charles william robert richard edward thomas david daniel michael paul mark
    luke adam ben sam sami max leo oscar otto karl hans jan jonas olaf sven piet erik felix hugo emil anton anselm ivan
    igor boris omar ali hassan ahmed tomas jose juan carlos luis marco joseph simon noah eli isaac jacob walter frank
    fred harry arthur albert ernest oliver toby billy bob jim joe bill will martin marcel pierre louis claude`,
  ),
};

/** Body parts and clothes that occur in descriptions of people. */
export const FEATURE_WORDS = set(
  `hair eyes beard moustache mustache face hands skin freckles scar voice smile nose cheeks braid braids curls ponytail
  fringe ear ears coat raincoat jacket dress cloak scarf hat cap hood shirt sweater jumper jersey boots gloves apron
  shawl uniform spectacles glasses cane crown robe vest suit trousers skirt backpack overalls collar tail fur paws wing parka cardigan
  wings feathers limp`,
);

/** 'an old man', 'a little girl' */
export const AGE_WORDS = set('old elderly aged ancient wrinkled little young small tiny teenage');

/** English words (singular, lower case) for the time of day of a passage. */
export const TIME_WORDS: Record<TimeOfDay, readonly string[]> = {
  dawn: list('dawn sunrise daybreak first_light early_morning break_of_day'),
  day: list('noon midday afternoon daylight sunny morning sunlight daytime sunshine'),
  dusk: list('dusk sunset evening twilight golden_hour sundown nightfall setting_sun sun_was_going_down sun_went_down'),
  night: list('night midnight moonlight moonlit starlight starry nighttime tonight after_dark the_moon stars'),
};

export const WEATHER_WORDS: Record<Exclude<Weather, 'clear'>, readonly string[]> = {
  cloudy: list('cloudy overcast clouds grey_sky gray_sky'),
  rain: list('rain rainy raining drizzle rained downpour wet_street raindrop puddle'),
  storm: list('storm stormy thunder lightning gale tempest hurricane thunderstorm'),
  snow: list('snow snowy snowing snowfall blizzard snowflake frost wintry'),
  fog: list('fog foggy mist misty haze'),
};

/** Words for a feeling, or for the sounds that express it. */
export const MOOD_WORDS: Record<Exclude<Mood, 'calm'>, readonly string[]> = {
  warm: list('cosy cozy tender hopeful kindness embrace embraced hug hugged comfort grateful forgave'),
  joyful: list(
    'joy joyful happy laugh laughed laughing laughter smiled danced cheered playful delight cheerful grinned',
  ),
  tense: list(
    'tense danger dangerous afraid scared scream screamed howled howling lashed panic threat dread desperate',
  ),
  sad: list('sad sadness tears wept lonely grief funeral melancholy melancholic sorrow mourned sobbed'),
  mysterious: list('mystery mysterious secret ghost eerie enchanted vanished riddle'),
};

/** Words that indicate the place of a passage. */
export const PLACE_WORDS: Record<Place, readonly string[]> = {
  sea: list('sea ocean open_water wave reef island tide aboard deck'),
  beach: list('beach sand seaside dune shoreline seashore lagoon'),
  harbour: list('harbour harbor quay dock pier jetty port wharf marina'),
  cliff: list('cliff headland coast shore clifftop rocks lighthouse'),
  forest: list('forest wood woods woodland jungle grove thicket glade clearing undergrowth'),
  mountain: list('mountain peak summit ridge alp valley pass hillside crag'),
  city: list('city street avenue town downtown skyscraper square boulevard alley rooftop pavement neon market'),
  village: list('village hamlet cottage churchyard lane farmhouse courtyard'),
  garden: list(
    `garden kitchen_garden vegetable_garden flower_bed cabbages greenhouse tool-shed toolshed allotment rose_garden
    garden_gate backyard potting_shed`,
  ),
  park: list('park playground promenade bandstand lawn'),
  farm: list('farm farmyard yard barnyard stable sheepfold paddock ranch'),
  lake: list('lake pond lakeside lakeshore marsh swamp'),
  room: list(
    `room kitchen bedroom living_room study attic cellar hall hallway corridor cabin parlour lamp_room staircase
    stairs stair shop cafe café tavern inn office classroom restaurant gallery theatre library workshop indoors fireplace hearth bookshop bakery interior
    doorway laboratory museum hospital school hut stove loft cinema boathouse rabbit-hole burrow den attic bedside`,
  ),
  desert: list('desert oasis sahara canyon badlands sandstorm savanna mesa'),
  river: list('river riverbank stream brook waterfall creek canal weir'),
  field: list('field meadow prairie pasture hill grassland orchard vineyard moor wheat blackberries'),
  snow: list('snowfield glacier tundra arctic antarctic ice snowdrift frozen_lake north_pole'),
  space: list(
    'space outer_space galaxy orbit spaceship spacecraft space_station moon_base asteroid mars nebula cosmos',
  ),
  cave: list('cave cavern grotto tunnel mine dungeon crypt lair'),
  road: list('road highway path trail crossroads track motorway bus_stop roadside'),
  station: list('station platform railway railroad train_station carriage compartment on_the_train'),
  underwater: list('underwater beneath_the_waves under_the_sea seabed coral ocean_floor deep_sea sunken'),
};

/** Weak evidence (a wave, a track): these words count only when no other word indicates a place. */
export const WEAK_PLACE_WORDS = set(
  `wave tide sand rocks pass path track ice wood mine wheat island stove doorway hearth garden yard square lane stream
  moor ridge lawn hill lighthouse cabbages blackberries coast shore reef carriage mars deck space port stair room hall study school inn farm
  field bridge market valley`,
);

export const ROOM_WORDS: Record<RoomKind, readonly string[]> = {
  living: list('living_room rabbit-hole burrow den parlour fireplace hearth cabin sofa armchair room hut'),
  cafe: list('cafe café restaurant inn tavern bar canteen'),
  classroom: list('classroom school blackboard'),
  kitchen: list('kitchen stove oven cooking soup kettle bread dinner breakfast'),
  bedroom: list('bedroom bed pillow blanket asleep attic hospital nursery'),
  library: list('library study bookshelf bookshop archive office museum gallery scholar'),
  lamp: list('lamp_room lantern_room great_lamp great_lens top_of_the_lighthouse lens'),
  stairs: list('staircase stairs stair spiral hallway hall corridor steps'),
  shop: list('shop store market_stall counter pharmacy bakery'),
  workshop: list('workshop workbench forge garage shed laboratory studio boathouse barn cellar loft'),
};

/** Words, singular and lower case, for each thing that the painters can draw. */
export const SUBJECT_WORDS: Record<Subject, readonly string[]> = {
  lighthouse: list('lighthouse beacon'),
  house: list('house cottage farmhouse cabin hut mansion barn home'),
  castle: list('castle palace fortress citadel ruin'),
  tower: list('tower church steeple chapel belfry cathedral windmill'),
  bridge: list('bridge viaduct footbridge'),
  tree: list('tree fir-tree fir oak willow maple apple_tree pine elm'),
  boat: list('boat rowboat rowing_boat sailboat dinghy canoe fishing_boat raft sail yacht skiff trawler'),
  ship: list('ship galleon schooner vessel frigate freighter ferry steamer'),
  train: list('train locomotive steam_engine tram'),
  car: list('car automobile taxi truck van bus jeep'),
  bicycle: list('bicycle bike cyclist'),
  tent: list('tent campsite camp'),
  fire: list('fire campfire bonfire flame'),
  door: list('door doorway'),
  table: list('table desk workbench counter'),
  lamp: list('lamp floor_lamp reading_lamp lamplight'),
  lantern: list('lantern torch oil_lamp candle flashlight candlelight'),
  window: list('window windowsill'),
  bed: list('bed cot bunk hammock'),
  chair: list('chair armchair stool throne'),
  clock: list('clock pocket_watch wristwatch grandfather_clock pendulum'),
  book: list('book diary journal notebook logbook novel storybook'),
  letter: list('letter envelope postcard telegram'),
  key: list('key'),
  bell: list('bell'),
  cup: list('cup mug tea coffee cocoa teacup'),
  pot: list('pot kettle coffee_pot teapot jug watering_can water-can can'),
  gate: list('gate garden_gate'),
  wheelbarrow: list('wheelbarrow handcart'),
  sled: list('sled sledge sleigh'),
  bench: list('bench'),
  basket: list('basket hamper'),
  box: list('box chest trunk suitcase crate treasure casket'),
  bottle: list('bottle flask vial jar potion'),
  map: list('map chart scroll parchment'),
  rope: list('rope net anchor'),
  umbrella: list('umbrella parasol'),
  flower: list('flower roses tulip bouquet daisy sunflower lily'),
  mirror: list('mirror looking_glass'),
  piano: list('piano organ harpsichord'),
  cat: list('cat kitten'),
  dog: list('dog puppy hound terrier husky'),
  mouse: list('mouse mice rat mole'),
  pig: list('pig piglet'),
  sheep: list('sheep lamb'),
  cow: list('cow cattle'),
  goose: list('goose geese duck hen chicken swan'),
  frog: list('frog toad'),
  horse: list('horse pony mare stallion donkey camel'),
  fox: list('fox'),
  deer: list('deer stag reindeer moose'),
  bear: list('bear'),
  wolf: list('wolf wolves'),
  rabbit: list('rabbit hare bunny'),
  bird: list('bird crow raven sparrow swallow dove heron flock robin eagle blackbird'),
  gull: list('gull seagull albatross'),
  owl: list('owl'),
  whale: list('whale dolphin orca'),
  fish: list('fish salmon trout herring'),
  rocket: list('rocket spaceship spacecraft shuttle starship'),
  robot: list('robot android automaton'),
  planet: list('planet saturn jupiter'),
  balloon: list('balloon hot_air_balloon airship zeppelin'),
  kite: list('kite'),
  dragon: list('dragon'),
  rainbow: list('rainbow'),
};

/** Other concrete things that a story may depend on; the painters cannot draw them, but continuity lists them. */
export const OTHER_THINGS: readonly string[] = list(
  `lens oil wick compass telescope ring necklace locket medal coin sword knife axe arrow shield crown hat
  scarf coat raincoat boots gloves shawl cloak backpack bag purse guitar violin flute drum harmonica photograph
  picture painting statue camera radio telephone phone computer screen machine engine wheel hammer spade
  shovel broom bucket kettle pot pan plate bowl spoon bread cake apple soup matches whistle shell stone
  pebble feather leaf seed puppet doll toy ball dice card ticket newspaper pen pencil brush ink paper button
  thread needle blanket pillow curtain carpet ladder fence wall oar oars mast flag cart sled wagon crystal
  orb wand staff amulet mask cage string chain lock tools spyglass barometer`,
);
