import type { Subject } from '../pictures/brief';
import { list } from './language';

/** Words that name each thing the painters can draw; singular, lower case. */
export const SUBJECT_WORDS: Record<Subject, readonly string[]> = {
  lighthouse: list('lighthouse beacon'),
  house: list('house cottage farmhouse cabin hut mansion barn home'),
  castle: list('castle palace fortress citadel ruin'),
  tower: list('tower church steeple chapel belfry cathedral windmill'),
  bridge: list('bridge viaduct footbridge'),
  tree: list('tree oak willow maple apple_tree pine elm'),
  boat: list('boat rowboat rowing_boat sailboat dinghy canoe fishing_boat raft sail yacht skiff trawler'),
  ship: list('ship galleon schooner vessel frigate freighter ferry steamer'),
  train: list('train locomotive steam_engine tram'),
  car: list('car automobile taxi truck van bus jeep'),
  bicycle: list('bicycle bike cyclist'),
  tent: list('tent campsite camp'),
  fire: list('fire campfire bonfire flame'),
  door: list('door doorway gate'),
  table: list('table desk workbench counter'),
  lamp: list('lamp floor_lamp reading_lamp lamplight'),
  lantern: list('lantern torch oil_lamp candle flashlight candlelight'),
  window: list('window windowsill'),
  bed: list('bed cot bunk hammock'),
  chair: list('chair armchair stool bench throne'),
  clock: list('clock pocket_watch wristwatch grandfather_clock pendulum'),
  book: list('book diary journal notebook logbook novel storybook'),
  letter: list('letter envelope postcard telegram'),
  key: list('key'),
  bell: list('bell'),
  cup: list('cup mug tea coffee cocoa teacup'),
  box: list('box chest trunk suitcase crate treasure casket basket'),
  bottle: list('bottle flask vial jar potion'),
  map: list('map chart scroll parchment'),
  rope: list('rope net anchor'),
  umbrella: list('umbrella parasol'),
  flower: list('flower roses tulip bouquet daisy sunflower lily'),
  mirror: list('mirror looking_glass'),
  piano: list('piano organ harpsichord'),
  cat: list('cat kitten'),
  dog: list('dog puppy hound terrier'),
  horse: list('horse pony mare stallion donkey camel'),
  fox: list('fox'),
  deer: list('deer stag reindeer moose'),
  bear: list('bear'),
  wolf: list('wolf wolves'),
  rabbit: list('rabbit hare bunny'),
  bird: list('bird crow raven sparrow swallow dove heron flock robin eagle geese goose swan'),
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

/** Other concrete things a story may hang on; they cannot be drawn on their own but belong into continuity. */
export const OTHER_THINGS: readonly string[] = list(
  `lens oil wick compass telescope ring necklace locket medal coin sword knife axe arrow shield crown hat
  scarf coat raincoat boots gloves shawl cloak backpack bag purse guitar violin flute drum harmonica photograph
  picture painting statue camera radio telephone phone computer screen machine engine wheel hammer spade
  shovel broom bucket kettle pot pan plate bowl spoon bread cake apple soup matches whistle shell stone
  pebble feather leaf seed puppet doll toy ball dice card ticket newspaper pen pencil brush ink paper button
  thread needle blanket pillow curtain carpet ladder fence wall oar oars mast flag cart sled wagon crystal
  orb wand staff amulet mask cage string chain lock tools spyglass barometer`,
);
