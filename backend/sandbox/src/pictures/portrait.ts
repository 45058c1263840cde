import type { PersonLook, Subject } from './brief';
import { blurBackdrop } from './stage';
import type { Stage } from './stage';
import { heldProp, isHandheld } from './subjects/props';
import { paintPerson, shareAbove } from './subjects/person';

/** Paints one or two people from the waist up in front of their blurred surroundings, their faces above the captions. */
export function paintPortrait(stage: Stage, people: readonly PersonLook[], held: Subject | undefined): void {
  blurBackdrop(stage);
  const { width, height, variant } = stage;
  const alone = people.length === 1;
  const centre = [0.47, 0.56, 0.42, 0.5][variant % 4] ?? 0.5;
  const scale = [1, 1.08, 1.16, 0.9][variant % 4] ?? 1;
  [...people].reverse().forEach((look, reversed) => {
    const index = people.length - 1 - reversed;
    const x = width * (alone ? centre : index === 0 ? 0.33 : 0.7);
    // The eyes lie at two fifths of the height, whatever the build of the body.
    const above = shareAbove(look);
    const eyes = height * (0.385 + index * 0.02 + (look.age === 'child' && !alone ? 0.06 : 0));
    const wanted = (height * (alone ? 0.155 : 0.13) * scale * (index === 0 ? 1 : 0.94)) / above;
    // The feet of a small figure with a large head also stay outside the image.
    const tall = Math.max(wanted, (height * 1.05 - eyes) / (1 - above));
    const carries = alone && held !== undefined && isHandheld(held) && held !== 'umbrella';
    paintPerson(
      stage,
      look,
      { x, y: eyes + tall * (1 - above), size: tall, depth: 0 },
      {
        pose: carries ? 'hold' : stage.random.fork(`gesture ${look.key}`).pick(['stand', 'think', 'stand'] as const),
        facing: alone ? (x > width * 0.5 ? -1 : 1) : index === 0 ? 1 : -1,
        away: false,
        tall,
        held: carries ? heldProp(held) : undefined,
      },
    );
  });
}
