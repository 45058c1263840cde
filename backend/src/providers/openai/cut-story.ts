import type { StoryScene } from '../text/text-provider';

export interface CutStory {
  sentences: string[];
  /** Puts the sentences together into scenes; whatever the marks leave out goes to the last scene. */
  into(marks: { title: string; lastSentence: number }[], maxScenes?: number): StoryScene[];
}

/** The story in sentences, which concatenated are the story again. */
export function cutStory(story: string): CutStory {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(story)) {
    // A blank line is a segment of its own: it goes to the sentence before it, so that the numbers count sentences.
    if (segment.trim() === '' && sentences.length > 0) sentences[sentences.length - 1] += segment;
    else sentences.push(segment);
  }
  return {
    sentences,
    into(marks, maxScenes = Infinity) {
      const scenes: StoryScene[] = [];
      let next = 0;
      for (const { title, lastSentence } of marks.slice(0, maxScenes)) {
        const end = Math.min(sentences.length, Math.max(next, Math.trunc(lastSentence)));
        const text = sentences.slice(next, end).join('').trim();
        if (text !== '') scenes.push({ title, text });
        next = end;
      }
      const rest = sentences.slice(next).join('').trim();
      const last = scenes.at(-1);
      if (rest !== '' && last) last.text = `${last.text} ${rest}`;
      else if (rest !== '') scenes.push({ title: rest.slice(0, 80), text: rest });
      return scenes;
    },
  };
}
