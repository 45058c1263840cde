/** Music that comes with the product, by mood; free to use, CC0. */
export const MUSIC_BEDS = ['calm', 'hopeful', 'playful', 'adventurous', 'mysterious', 'wistful'] as const;
export type MusicBed = (typeof MUSIC_BEDS)[number];
