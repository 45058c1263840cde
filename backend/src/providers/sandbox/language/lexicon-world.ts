import type { Mood, Place, RoomKind, TimeOfDay, Weather } from '../pictures/brief';

/** Words (singular, lower case) that put a passage somewhere. Several words are matched as a phrase. */
export const PLACE_WORDS: Record<Place, readonly string[]> = {
  sea: ['sea', 'ocean', 'open water', 'wave', 'reef', 'island', 'tide', 'aboard', 'deck', 'horizon'],
  beach: ['beach', 'sand', 'seaside', 'dune', 'shoreline', 'seashore', 'lagoon'],
  harbour: ['harbour', 'harbor', 'quay', 'dock', 'pier', 'jetty', 'port', 'wharf', 'marina'],
  cliff: ['cliff', 'headland', 'coast', 'shore', 'clifftop', 'point', 'rocks', 'lighthouse'],
  forest: ['forest', 'wood', 'woods', 'woodland', 'jungle', 'grove', 'thicket', 'glade', 'clearing', 'undergrowth'],
  mountain: ['mountain', 'peak', 'summit', 'ridge', 'alp', 'valley', 'pass', 'hillside', 'crag'],
  city: ['city', 'street', 'avenue', 'town', 'downtown', 'skyscraper', 'square', 'boulevard', 'alley', 'rooftop', 'pavement', 'neon', 'market'],
  village: ['village', 'hamlet', 'cottage', 'churchyard', 'lane', 'farmhouse', 'garden', 'courtyard', 'farm', 'yard'],
  room: [
    'room', 'kitchen', 'bedroom', 'living room', 'library', 'study', 'attic', 'cellar', 'hall', 'hallway', 'corridor', 'cabin', 'parlour',
    'lamp room', 'staircase', 'stairs', 'stair', 'shop', 'cafe', 'café', 'tavern', 'inn', 'office', 'classroom', 'workshop', 'indoors', 'inside', 'fireplace', 'hearth',
    'bookshop', 'bakery', 'interior', 'doorway', 'laboratory', 'museum', 'hospital', 'school', 'hut', 'shed', 'barn', 'stove',
  ],
  desert: ['desert', 'oasis', 'sahara', 'canyon', 'badlands', 'sandstorm', 'savanna', 'mesa'],
  river: ['river', 'lake', 'stream', 'pond', 'brook', 'riverbank', 'waterfall', 'creek', 'canal', 'lakeside', 'marsh', 'swamp'],
  field: ['field', 'meadow', 'prairie', 'pasture', 'hill', 'grassland', 'plain', 'orchard', 'vineyard', 'moor', 'park', 'wheat'],
  snow: ['snowfield', 'glacier', 'tundra', 'arctic', 'antarctic', 'ice', 'snowdrift', 'frozen lake', 'north pole'],
  space: ['space', 'outer space', 'galaxy', 'orbit', 'spaceship', 'spacecraft', 'space station', 'moon base', 'asteroid', 'mars', 'nebula', 'cosmos'],
  cave: ['cave', 'cavern', 'grotto', 'tunnel', 'mine', 'dungeon', 'crypt', 'lair'],
  road: ['road', 'highway', 'path', 'trail', 'crossroads', 'track', 'motorway', 'bus stop', 'roadside'],
  station: ['station', 'platform', 'railway', 'railroad', 'train station', 'carriage', 'compartment'],
  underwater: ['underwater', 'beneath the waves', 'under the sea', 'seabed', 'coral', 'ocean floor', 'deep sea', 'sunken'],
};

/** Named in one word they decide at once; others (a wave, a track) only when nothing clearer is said. */
export const WEAK_PLACE_WORDS: ReadonlySet<string> = new Set([
  'wave', 'tide', 'horizon', 'sand', 'point', 'rocks', 'pass', 'path', 'track', 'ice', 'inside', 'wood', 'plain', 'mine', 'wheat', 'island',
  'stove', 'doorway', 'hearth', 'garden', 'yard', 'square', 'lane', 'stream', 'moor', 'ridge', 'park', 'hill', 'lighthouse', 'coast', 'shore', 'reef',
  'carriage', 'mars', 'deck', 'point', 'space', 'port', 'stair',
]);

export const ROOM_WORDS: Record<RoomKind, readonly string[]> = {
  living: ['living room', 'parlour', 'fireplace', 'hearth', 'cabin', 'sofa', 'armchair', 'room', 'hut', 'inn', 'tavern'],
  kitchen: ['kitchen', 'stove', 'oven', 'bakery', 'cooking', 'soup', 'kettle', 'bread', 'dinner', 'breakfast'],
  bedroom: ['bedroom', 'bed', 'pillow', 'blanket', 'asleep', 'attic', 'hospital', 'nursery'],
  library: ['library', 'study', 'bookshelf', 'bookshop', 'archive', 'classroom', 'school', 'office', 'museum', 'scholar'],
  lamp: ['lamp room', 'lantern room', 'great lamp', 'great lens', 'top of the lighthouse', 'lens'],
  stairs: ['staircase', 'stairs', 'stair', 'spiral', 'hallway', 'hall', 'corridor', 'steps'],
  shop: ['shop', 'store', 'cafe', 'café', 'market stall', 'counter', 'pharmacy'],
  workshop: ['workshop', 'workbench', 'forge', 'garage', 'shed', 'laboratory', 'studio', 'boathouse', 'barn', 'cellar'],
};

export const TIME_WORDS: Record<TimeOfDay, readonly string[]> = {
  dawn: ['dawn', 'sunrise', 'daybreak', 'first light', 'early morning', 'break of day', 'dewy', 'still dark'],
  day: ['day', 'noon', 'midday', 'afternoon', 'daylight', 'sunny', 'morning', 'sunlight', 'daytime', 'bright sun', 'next morning', 'sunshine'],
  dusk: ['dusk', 'sunset', 'evening', 'twilight', 'golden hour', 'sundown', 'nightfall', 'setting sun'],
  night: ['night', 'midnight', 'moonlight', 'moon', 'moonlit', 'starlight', 'starry', 'nighttime', 'tonight', 'after dark', 'star', 'darkness'],
};

export const WEATHER_WORDS: Record<Exclude<Weather, 'clear'>, readonly string[]> = {
  cloudy: ['cloudy', 'overcast', 'cloud', 'grey sky', 'gray sky', 'gloomy'],
  rain: ['rain', 'rainy', 'raining', 'drizzle', 'rained', 'downpour', 'wet street', 'raindrop', 'puddle'],
  storm: ['storm', 'stormy', 'thunder', 'lightning', 'gale', 'tempest', 'hurricane', 'thunderstorm'],
  snow: ['snow', 'snowy', 'snowing', 'snowfall', 'blizzard', 'snowflake', 'frost', 'wintry'],
  fog: ['fog', 'foggy', 'mist', 'misty', 'haze'],
};

export const MOOD_WORDS: Record<Exclude<Mood, 'calm'>, readonly string[]> = {
  warm: ['warm', 'warmth', 'cosy', 'cozy', 'gentle', 'tender', 'hope', 'hopeful', 'love', 'kind', 'kindness', 'home', 'embrace', 'hug', 'softly', 'comfort', 'shared', 'together', 'taught', 'grateful', 'forgive'],
  joyful: ['joy', 'joyful', 'happy', 'laugh', 'laughed', 'laughing', 'laughter', 'smile', 'smiled', 'dance', 'danced', 'cheer', 'cheered', 'celebrate', 'playful', 'bright', 'delight', 'sang', 'cheerful', 'grinned', 'festival'],
  tense: ['tense', 'danger', 'dangerous', 'fear', 'afraid', 'scared', 'scream', 'screamed', 'shouted', 'storm', 'crash', 'crashed', 'chase', 'urgent', 'howled', 'howling', 'lashed', 'thunder', 'hurry', 'panic', 'threat', 'dread', 'roared', 'dramatic', 'fight', 'wreck', 'desperate', 'trembled'],
  sad: ['sad', 'sadness', 'tear', 'tears', 'wept', 'cry', 'cried', 'lonely', 'grief', 'loss', 'funeral', 'goodbye', 'melancholy', 'melancholic', 'sorrow', 'grave', 'mourned', 'sighed', 'coughs', 'coughed'],
  mysterious: ['mystery', 'mysterious', 'strange', 'secret', 'whisper', 'whispered', 'shadow', 'shadows', 'hidden', 'unknown', 'magic', 'magical', 'ghost', 'eerie', 'glow', 'glowed', 'enchanted', 'dream', 'ancient', 'vanished', 'riddle', 'curious'],
};
