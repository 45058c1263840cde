/**
 * Wordings that no screen and no answer may use, and their replacements.
 * @type {readonly { says: RegExp, instead: string }[]}
 */
export const REFUSED = [
  { says: /\bcredits?\b/i, instead: 'zaps' },
  { says: /\$0\.0+(?!\d)/, instead: '$0, or nothing at all' },
  { says: /is not part of this version/i, instead: 'what does work' },
  { says: /could not be (read|shown)\b/i, instead: "Couldn't load …" },
  { says: /are used up for/i, instead: "exceed today's included allowance" },
  { says: /leave this page meanwhile/i, instead: 'You can keep working.' },
  { says: /this goes on while/i, instead: '… continues in the background' },
  { says: /\bone a line\b/i, instead: 'One per line' },
  { says: /appear here as soon as/i, instead: '… to see them here' },
  { says: /is kept until you leave/i, instead: 'We kept your text.' },
  { says: /project is not here|nothing is at this address/i, instead: '… not found' },
  { says: /what you have, and where/i, instead: 'Your balance and spending' },
  { says: /looks that your projects can share/i, instead: 'Reusable looks for your projects' },
  { says: /\b(image|clip|video|picture) (\d+|…) is being made/i, instead: 'Generating …' },
  { says: /is now the main one/i, instead: 'is now the main image' },
  { says: /is over no place/i, instead: 'is outside the list' },
  { says: /[\d…] %/, instead: '50%' },
  { says: /each as in/i, instead: '… per scene' },
  { says: /not as long as was/i, instead: 'The upload was interrupted.' },
  { says: /\bnot there any ?more\b/i, instead: 'no longer exists' },
];

/**
 * One word for one thing. A film is made from all scenes; the final video is the film, or the upload, that completes a
 * project.
 * @type {typeof REFUSED}
 */
export const GLOSSARY = [{ says: /\bpictures?\b/i, instead: 'image' }];

/**
 * On screens where scenes are made, a scene's video is called a clip; the whole is the final video, and 'Video Prompt'
 * is the name of a field.
 * @type {typeof REFUSED}
 */
export const SCENE_GLOSSARY = [{ says: /(?<!final )\bvideos?\b(?! prompt)/i, instead: 'clip' }];

/** Texts that the specification prescribes, with the row of each. */
export const SPECIFIED = new Map([
  ['100 free credits', 'ACCESS-06'],
  ['Upload a video to preview', 'SLOT-04'],
  ['Generate or upload an image first to create a video', 'SLOT-04'],
  ['Maximum … videos reached', 'SLOT-21'],
  ['Are you sure you want to delete this image/video? …', 'SLOT-29'],
  ['Video added successfully', 'SLOT-35'],
  // Part of the titles 'Video deleted' and 'Video restored'.
  ['Video', 'SLOT-37'],
  // Part of 'Please upload a video file.'
  ['a video', 'SLOT-44'],
  ['Videos', 'BOARD-01'],
  ['No Video', 'BOARD-14'],
  ['Generate Videos', 'BUILD-07'],
  ['Video model', 'VIDEO-01'],
  ['AI Video Generation', 'VIDEO-06'],
  ['Generate Video', 'VIDEO-06'],
  ['Video processing error', 'VIDEO-25'],
  ['Failed to finalize video generation. Please try again.', 'VIDEO-25'],
  ['Video generation started', 'VIDEO-30'],
  ['Video generated successfully!', 'VIDEO-31'],
  ['Video generation failed', 'VIDEO-32'],
  ['Video generation cleaned up', 'VIDEO-33'],
  ['Removed stale processing video that no longer exists.', 'VIDEO-33'],
]);

/**
 * Returns readable lines for the rules that a text breaks.
 * @param {string} text
 * @param {readonly { says: RegExp, instead: string }[]} rules
 */
export const faultsOf = (text, rules) =>
  SPECIFIED.has(text)
    ? []
    : rules.filter(({ says }) => says.test(text)).map(({ instead }) => `'${text}' should say: ${instead}`);
