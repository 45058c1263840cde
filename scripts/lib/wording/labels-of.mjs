import ts from 'typescript';

/**
 * Components that are pressed and show a label: buttons, links that look like buttons, menu items, tabs. TextButton is
 * not one: it is a link within a text.
 */
const PRESSED = /^(?!TextButton$).*(Button|ButtonAnchor|MenuItem|TabsTrigger)$/;
const LABEL_PROP = /^(confirmLabel|loadingText)$/;
/**
 * Matches `{ label: 'Undo', onClick }`: the label of a button that another component renders.
 * @param {ts.Node} node
 * @returns {node is ts.PropertyAssignment}
 */
const isLabelOfAction = (node) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'label' &&
  node.parent.properties.some(({ name }) => name !== undefined && /^(action|onClick)$/.test(name.getText()));
/** Matches parts of an expression that are not shown: calls and comparisons. */
const isNoWord = (/** @type {ts.Node} */ node) =>
  ts.isCallExpression(node) || (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()));

/**
 * Returns the labels of a source file's buttons, with … for variable parts.
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

/** Words that stay lowercase inside a label. */
const SMALL = new Set('a an and as at by for from in into nor of on or the to with'.split(' '));

/**
 * Returns true if a label is in the specification's title case: 'Set as In Progress'. Labels of work in progress
 * ('Creating ZIP...') are sentences.
 * @param {string} label
 */
export function isTitleCase(label) {
  if (label.endsWith('...')) return /^\p{Lu}/u.test(label);
  return label.split(/[\s/]+/).every((word, at) => !/^\p{Ll}/u.test(word) || (at > 0 && SMALL.has(word)));
}
