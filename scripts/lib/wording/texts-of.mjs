import ts from 'typescript';

/** Placeholder for the parts of a text that are known only at run time. */
export const HOLE = '…';

const STYLES = /^(styled|css|keyframes)\b/;
const LOGS = /^(logError|console|.*\b(log|logger)\b)/;

/**
 * True for text that people read: several words, or one with a capital. Ids, paths and selectors are neither.
 * @param {string} text
 */
const isForPeople = (text) =>
  (/\p{L}\S*\s+\S/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !/\[[a-z-]+(=|\])/.test(text);

/**
 * Returns an element's own text without its children's: 'Hello …' for `<p>Hello <b>you</b></p>`.
 * @param {ts.JsxElement | ts.JsxFragment} element
 */
const elementText = ({ children }) =>
  children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (!ts.isJsxExpression(child)) return HOLE;
      if (!child.expression) return '';
      return ts.isStringLiteralLike(child.expression) ? child.expression.text : HOLE;
    })
    .join('')
    .replaceAll('&apos;', "'");

/** @param {ts.Node} node */
function ownText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');
  return ts.isJsxElement(node) || ts.isJsxFragment(node) ? elementText(node) : '';
}

/**
 * Matches nodes that are not shown on screen: imports, types, styles, keys and log messages.
 * @param {ts.Node} node
 */
const isOutOfSight = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  (ts.isTaggedTemplateExpression(node) && STYLES.test(node.tag.getText())) ||
  (ts.isPropertyName(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isCallExpression(node) && LOGS.test(node.expression.getText()));

/**
 * Returns the texts of a source file that people may read: string literals, templates and JSX text, with HOLE for
 * variable parts.
 * @param {string} fileName
 * @param {string} source
 */
export function textsOf(fileName, source) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  /** @type {{ text: string, line: number }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isOutOfSight(node)) return;
    const text = ownText(node).replaceAll(/\s+/g, ' ').trim();
    if (isForPeople(text)) found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
