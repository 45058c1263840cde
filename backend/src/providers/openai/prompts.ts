import type { ChatProject, PostQuestion, SceneQuestion } from '../text/text-provider';

type Message = { role: 'system' | 'user'; content: string };
const ask = (system: string, user: string): Message[] => [
  { role: 'system', content: system },
  { role: 'user', content: user },
];
const lines = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join('\n\n');

export const split = (sentences: string[], maxScenes?: number): Message[] =>
  ask(
    lines(
      'You are a storyboard artist. Divide the numbered sentences of a story into scenes.',
      'A scene is a beat: one place, one time, one thing that happens. It is rarely a single sentence. ' +
        `A usual story has 4 to 20 scenes.${maxScenes ? ` Make at most ${maxScenes}.` : ''}`,
      'For each scene, in order, give a title (a fragment of a sentence from it, at most ten words) and the number of ' +
        'its last sentence. Every sentence belongs to a scene.',
    ),
    sentences.map((sentence, index) => `${index + 1}. ${sentence.trim()}`).join('\n'),
  );

export const describe = ({
  story,
  scene,
  position,
  total,
  continuityDetails,
  styleAttributes,
}: SceneQuestion): Message[] =>
  ask(
    lines(
      'You describe one scene of a storyboard for short vertical (9:16) videos.',
      'description: two or three sentences that name the people by their names, the place, the time of day and the mood. ' +
        'imagePrompt: one concrete prompt for an image generator. videoPrompt: what moves and how the camera moves.',
    ),
    lines(
      `The story:\n${story}`,
      `Scene ${position} of ${total}: ${scene.title}\n${scene.text}`,
      `Keep to these details:\n${continuityDetails}`,
      styleAttributes && `Visual style: ${styleAttributes}`,
    ),
  );

export const enhance = (question: {
  imagePrompt: string;
  description: string | null;
  styleAttributes: string | null;
}): Message[] =>
  ask(
    'Make this prompt for an image generator more vivid and precise: subject, place, light, framing for 9:16. Keep its meaning.',
    lines(question.imagePrompt, question.description && `The scene: ${question.description}`, question.styleAttributes),
  );

export const video = ({ description, imagePrompt }: { description: string; imagePrompt: string | null }): Message[] =>
  ask(
    'Write one prompt for a video generator that animates a still: what moves, and how the camera moves.',
    lines(description, imagePrompt && `The still: ${imagePrompt}`),
  );

export const continuity = (story: string): Message[] =>
  ask(
    lines(
      'List what must look the same in every picture of this story.',
      "characters: one a line as 'Name: trait, trait'. environments: the places, one a line. props: the things that matter, one a line.",
    ),
    story,
  );

export const post = ({ title, platforms, projectContext }: PostQuestion): Message[] =>
  ask(
    'Write a caption for a short vertical video, fit for the shortest limit among the platforms, with a few hashtags at its end.',
    lines(
      `Title: ${title}`,
      `Platforms: ${platforms.join(', ')}`,
      projectContext && `Project: ${projectContext.title}`,
      projectContext?.description,
      projectContext?.story?.slice(0, 4_000),
    ),
  );

export const chat = (project: ChatProject | null): Message[] => [
  {
    role: 'system',
    content: lines(
      'You are a research assistant for a writer who turns stories into short videos. Be brief and concrete.',
      project && `Their project: ${project.title}\n${project.description ?? ''}`,
      project?.story && `The story:\n${project.story.slice(0, 20_000)}`,
      project?.characters && `Characters:\n${project.characters}`,
    ),
  },
];
