/** Music included with the product, by mood; free to use, CC0. */
export const MUSIC_BEDS = ['calm', 'hopeful', 'playful', 'adventurous', 'mysterious', 'wistful'] as const;
export type MusicBed = (typeof MUSIC_BEDS)[number];

export const MUSIC_NAMES: Record<MusicBed, string> = {
  calm: 'Calm',
  hopeful: 'Hopeful',
  playful: 'Playful',
  adventurous: 'Adventurous',
  mysterious: 'Mysterious',
  wistful: 'Wistful',
};
/** The included music as shown in a menu. */
export const MUSIC_CHOICES = MUSIC_BEDS.map((value) => ({ value, label: MUSIC_NAMES[value] }));
/** The included music that fits most stories, suggested for a film made in one go. */
export const USUAL_MUSIC: MusicBed = 'calm';
