import ts from 'typescript';

/** What is pressed and shows words: buttons, links that look like one, entries of menus, tabs. Links in a text are not. */
const PRESSED = /^(?!TextButton$).*(Button|ButtonAnchor|MenuItem|TabsTrigger)$/;
const LABEL_PROP = /^(confirmLabel|loadingText)$/;
/**
 * `{ label: 'Undo', onClick }`: what a button says that another component draws.
 * @param {ts.Node} node
 * @returns {node is ts.PropertyAssignment}
 */
const isLabelOfAction = (node) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'label' &&
  node.parent.properties.some(({ name }) => name !== undefined && /^(action|onClick)$/.test(name.getText()));
/** The parts of an expression that are no words: what a call is given, and what something is compared with. */
const isNoWord = (/** @type {ts.Node} */ node) =>
  ts.isCallExpression(node) || (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()));

/**
 * The labels of a source file's buttons, with … for what varies.
 * @param {string} fileName
 * @param {string} source
 */
export function labelsOf(fileName, source) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  /** @type {{ text: string, line: number }[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} raw */
  const keep = (node, raw) => {
    const text = raw.replaceAll('&apos;', "'").replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(text))
      found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
  };
  /** @param {ts.Node} node */
  const collect = (node) => {
    if (ts.isJsxAttributes(node) || isNoWord(node)) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) keep(node, node.text);
    else if (ts.isTemplateExpression(node))
      keep(node, node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    else ts.forEachChild(node, collect);
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isJsxElement(node) && PRESSED.test(node.openingElement.tagName.getText(file)))
      node.children.forEach(collect);
    if (ts.isJsxAttribute(node) && LABEL_PROP.test(node.name.getText(file)) && node.initializer)
      collect(node.initializer);
    if (isLabelOfAction(node)) collect(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Words that stay small inside of a label. */
const SMALL = new Set('a an and as at by for from in into nor of on or the to with'.split(' '));

/**
 * Whether a label is written as the specification writes those that it gives: 'Set as In Progress'. What a button says while
 * it works ('Creating ZIP...') is a sentence.
 * @param {string} label
 */
export function isTitleCase(label) {
  if (label.endsWith('...')) return /^\p{Lu}/u.test(label);
  return label.split(/[\s/]+/).every((word, at) => !/^\p{Ll}/u.test(word) || (at > 0 && SMALL.has(word)));
}
