import ts from 'typescript';

/** Stands for what a text holds that only a running program knows. */
export const HOLE = '…';

const STYLES = /^(styled|css|keyframes)\b/;
const LOGS = /^(logError|console|.*\b(log|logger)\b)/;

/**
 * Words that a person reads: more than one of them, or one that begins with a capital. An id, a path and a selector are
 * neither.
 * @param {string} text
 */
const isForPeople = (text) =>
  (/\p{L}\S*\s+\S/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !/\[[a-z-]+(=|\])/.test(text);

/**
 * What an element says by itself, without what its children say: `<p>Hello <b>you</b></p>` says 'Hello …'.
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
 * Nobody reads it on a screen: what is imported, types, styles, and what goes to a log.
 * @param {ts.Node} node
 */
const isOutOfSight = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  (ts.isTaggedTemplateExpression(node) && STYLES.test(node.tag.getText())) ||
  (ts.isCallExpression(node) && LOGS.test(node.expression.getText()));

/**
 * The texts of a source file that somebody may come to read: string literals, templates and the words of JSX, with HOLE
 * for what varies.
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
