/** The words of a text, as platforms want them: without the '#' or '@' that people write before them. */
export const tagsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^[#@]+/, ''))
    .filter((word) => word !== '');
