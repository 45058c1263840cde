import type { StoryReading } from '../language/story-reading';
import { readContinuity } from './continuity';

/** Questions and turns made from the story's own people, places and things. `turn` varies them within a talk. */
export function ideasFor(reading: StoryReading, turn: number): string[] {
  const [first, second] = reading.cast.map(({ name }) => name.replace(/^The /u, 'the '));
  const lead = first ?? 'your main character';
  const props = readContinuity(reading.text)
    .props.split('\n')
    .map((line) => (line.split(':')[0] ?? '').toLowerCase())
    .filter((prop) => prop !== '');
  const thing = props[turn % Math.max(1, props.length)] ?? 'one small object';
  const placed = reading.sentences.flatMap(({ place }) => (place === null ? [] : [place.term]));
  const place = placed[(turn * 3) % Math.max(1, placed.length)] ?? 'one place the story has not shown yet';
  const times = new Set(reading.sentences.flatMap(({ time }) => (time === null ? [] : [time])));
  const missing = (['dawn', 'day', 'dusk', 'night'] as const).find((time) => !times.has(time));
  const ideas = [
    `Open on the ${thing} in close-up and let the viewer wonder what it means before ${lead} touches it.`,
    `Give ${lead} something to lose in the first ten seconds: say it in one look rather than in a line.`,
    second === undefined
      ? `Let somebody else see what ${lead} does: a witness makes a private moment dramatic.`
      : `Put ${lead} and ${second} on opposite sides of a decision, and hold the shot on the one who is silent.`,
    `Return to the ${place} at the end with one thing changed: the same frame, another meaning.`,
    missing === undefined
      ? 'The story already plays at every time of day: let the light change with the mood, cut by cut.'
      : `Nothing plays at ${missing === 'day' ? 'full daylight' : missing} yet: one scene in that light would set a new tone.`,
    `Cut one line of dialogue and let the ${thing} say it instead.`,
  ];
  const start = (turn * 2) % ideas.length;
  return [...ideas.slice(start), ...ideas.slice(0, start)].slice(0, 4);
}
