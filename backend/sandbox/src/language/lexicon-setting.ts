import type { Mood, Place, RoomKind, TimeOfDay, Weather } from '../pictures/brief';
import { list, set } from './language';

/** English words (singular, lower case) for when a passage plays. */
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

/** Words that name a feeling, or what is heard of it. */
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

/** Words that put a passage somewhere. */
export const PLACE_WORDS: Record<Place, readonly string[]> = {
  sea: list('sea ocean open_water wave reef island tide aboard deck'),
  beach: list('beach sand seaside dune shoreline seashore lagoon'),
  harbour: list('harbour harbor quay dock pier jetty port wharf marina'),
  cliff: list('cliff headland coast shore clifftop rocks lighthouse'),
  forest: list('forest wood woods woodland jungle grove thicket glade clearing undergrowth'),
  mountain: list('mountain peak summit ridge alp valley pass hillside crag'),
  city: list('city street avenue town downtown skyscraper square boulevard alley rooftop pavement neon market'),
  village: list('village hamlet cottage churchyard lane farmhouse garden courtyard farm yard'),
  room: list(
    `room kitchen bedroom living_room library study attic cellar hall hallway corridor cabin parlour lamp_room staircase
    stairs stair shop cafe café tavern inn office classroom workshop indoors fireplace hearth bookshop bakery interior
    doorway laboratory museum hospital school hut barn stove loft cinema boathouse`,
  ),
  desert: list('desert oasis sahara canyon badlands sandstorm savanna mesa'),
  river: list('river riverbank lake stream pond brook waterfall creek canal lakeside marsh swamp weir'),
  field: list('field meadow prairie pasture hill grassland orchard vineyard moor park wheat'),
  snow: list('snowfield glacier tundra arctic antarctic ice snowdrift frozen_lake north_pole'),
  space: list(
    'space outer_space galaxy orbit spaceship spacecraft space_station moon_base asteroid mars nebula cosmos',
  ),
  cave: list('cave cavern grotto tunnel mine dungeon crypt lair'),
  road: list('road highway path trail crossroads track motorway bus_stop roadside'),
  station: list('station platform railway railroad train_station carriage compartment'),
  underwater: list('underwater beneath_the_waves under_the_sea seabed coral ocean_floor deep_sea sunken'),
};

/** Others decide at once; these (a wave, a track) only when nothing clearer is said. */
export const WEAK_PLACE_WORDS = set(
  `wave tide sand rocks pass path track ice wood mine wheat island stove doorway hearth garden yard square lane stream
  moor ridge park hill lighthouse coast shore reef carriage mars deck space port stair room hall study school inn farm
  field bridge market valley`,
);

export const ROOM_WORDS: Record<RoomKind, readonly string[]> = {
  living: list('living_room parlour fireplace hearth cabin sofa armchair room hut inn tavern'),
  kitchen: list('kitchen stove oven bakery cooking soup kettle bread dinner breakfast'),
  bedroom: list('bedroom bed pillow blanket asleep attic hospital nursery'),
  library: list('library study bookshelf bookshop archive classroom school office museum scholar'),
  lamp: list('lamp_room lantern_room great_lamp great_lens top_of_the_lighthouse lens'),
  stairs: list('staircase stairs stair spiral hallway hall corridor steps'),
  shop: list('shop store cafe café market_stall counter pharmacy'),
  workshop: list('workshop workbench forge garage shed laboratory studio boathouse barn cellar loft'),
};
