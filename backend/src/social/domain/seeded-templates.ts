import type { ContentTemplate } from '@storyreel/contracts';

/** Everybody has these, and nobody can delete them: no stream holds them. What stands in brackets is for its author to fill in. */
export const SEEDED_TEMPLATES: readonly ContentTemplate[] = [
  {
    id: '5eed0000-0000-4000-8000-000000000001',
    name: 'New film',
    contentTemplate:
      'My new short film is out: [title].\n\n[One sentence about the story, without its ending.]\n\nWatch it to the end and tell me what you think.',
    hashtagTemplate: 'shortfilm storytelling newrelease',
    isSeeded: true,
  },
  {
    id: '5eed0000-0000-4000-8000-000000000002',
    name: 'Behind the scenes',
    contentTemplate:
      'How this scene was made: [what you began with], [what you changed], [what surprised you].\n\nWhich scene should I show next?',
    hashtagTemplate: 'behindthescenes storyboard filmmaking',
    isSeeded: true,
  },
  {
    id: '5eed0000-0000-4000-8000-000000000003',
    name: 'Coming soon',
    contentTemplate:
      '[A line from the story, as somebody in it says it.]\n\n[Title] comes out on [day]. Follow along so that you do not miss it.',
    hashtagTemplate: 'comingsoon teaser shortfilm',
    isSeeded: true,
  },
];
