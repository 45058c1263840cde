/**
 * Returns the spellings of a kebab-case name: add-style, AddStyle, addStyle, add_style, Add Style.
 * @param {string} kebab
 */
export function formsOf(kebab) {
  const words = kebab.split('-');
  const pascal = words.map(capital).join('');
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    title: words.map(capital).join(' '),
  };
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Replaces a name of two words in all its spellings by another.
 * @param {string} text @param {string} from @param {string} to
 */
export function renamed(text, from, to) {
  const forms = new Map(Object.values(formsOf(from)).map((form, index) => [form, Object.values(formsOf(to))[index]]));
  const longestFirst = [...forms.keys()].sort((a, b) => b.length - a.length);
  return text.replaceAll(new RegExp(longestFirst.join('|'), 'g'), (form) => forms.get(form) ?? form);
}
