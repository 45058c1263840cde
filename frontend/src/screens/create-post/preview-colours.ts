/** On a picture or a clip, which is as light or dark in either theme: the same words on the same shade. */
export const ON_MEDIA = {
  ground: '#101114',
  words: '#ffffff',
  quiet: '#c9ccd2',
  shade: 'rgb(0 0 0 / 60%)',
  fade: 'linear-gradient(transparent, rgb(0 0 0 / 55%) 30%, rgb(0 0 0 / 80%))',
} as const;
