import type { ChatProject, ChatTurn } from '../text/text-provider';
import { endOf, startOf } from '../../platform/text/cut-bytes';
import { fence } from './instructions';

/**
 * Bytes of UTF-8 that go into one question, about four to a token. What is longer is cut by one rule: of a story the
 * beginning and the end stay, of lists the beginning, of the messages the last ones.
 */
export const ROOM = { story: 24_000, notes: 3_000, scenes: 12_000, turns: 12_000 } as const;
/** Of the room of a story, what its beginning gets; the rest is for its end. */
const BEGINNING = 2 / 3;
const GAP = '\n[… a part of the story is left out here …]\n';

/** The story, or its beginning and its end with a note between them. */
export function storyFor(story: string, room: number = ROOM.story): string {
  if (Buffer.byteLength(story) <= room) return story;
  const first = Math.floor(room * BEGINNING);
  return startOf(story, first) + GAP + endOf(story, room - first);
}

/** The last messages that fit, oldest first. The question itself always goes along, cut if need be. */
export function turnsFor(turns: readonly ChatTurn[], room: number = ROOM.turns): ChatTurn[] {
  const kept: ChatTurn[] = [];
  let left = room;
  for (const turn of turns.toReversed()) {
    const bytes = Buffer.byteLength(turn.content);
    if (bytes > left && kept.length > 0) break;
    kept.unshift(bytes > left ? { ...turn, content: startOf(turn.content, left) } : turn);
    left -= bytes;
  }
  return kept;
}

export const projectFor = (project: ChatProject): string =>
  fence(
    [
      `Title: ${project.title}`,
      `Description: ${noted(project.description)}`,
      `Characters: ${noted(project.characters)}`,
      `Environment: ${noted(project.environment)}`,
      `Props: ${noted(project.props)}`,
      `Scenes:\n${startOf(project.scenes.map(sceneLine).join('\n'), ROOM.scenes)}`,
      `Story:\n${storyFor(project.story ?? 'none yet')}`,
    ].join('\n\n'),
  );

const noted = (text: string | null): string => startOf(text ?? 'none', ROOM.notes);

const sceneLine = ({ id, title, description }: ChatProject['scenes'][number], index: number): string =>
  `[Scene ${index + 1}](scene:${id}) ${title}: ${description ?? ''}`;
