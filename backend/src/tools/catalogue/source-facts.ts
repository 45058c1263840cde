import * as ts from 'typescript';

/** What is read off the sources themselves, without the compiler's knowledge of types. */
export interface SourceFacts {
  /** Comments of types, of their members and of functions, by name; the first that there is. */
  docs: Map<string, string>;
  /** The files with an aggregate. */
  aggregates: Set<string>;
  /** The files in which events are made, by type; those of jobs of any kind by '…' and their step. */
  made: Map<string, Set<string>>;
}

/** What kinds make their events by (storyboard/domain/job-kind.ts). */
const STEP_FACTORIES = new Set(['queued', 'accepted', 'completed']);

export function sourceFactsOf(files: readonly string[]): SourceFacts {
  const facts: SourceFacts = { docs: new Map(), aggregates: new Set(), made: new Map() };
  for (const file of files) {
    const text = ts.sys.readFile(file) ?? '';
    const visit = (node: ts.Node): void => {
      const doc = docOf(node);
      if (doc && !facts.docs.has(doc.name)) facts.docs.set(doc.name, doc.text);
      if (isAggregate(node)) facts.aggregates.add(file);
      const type = typeMadeIn(node);
      if (type !== undefined) facts.made.set(type, (facts.made.get(type) ?? new Set()).add(file));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return facts;
}

/** The files in which an event of the type is made. */
export function writersOf({ made }: SourceFacts, type: string): string[] {
  const step = /Job([A-Z][a-z]+)$/.exec(type)?.[1];
  const files = [...(made.get(type) ?? []), ...((step && made.get(`…${step}`)) || [])];
  return [...new Set(files)].sort();
}

/** `const wallet: Aggregate<WalletState, WalletEvent> = …` */
export const isAggregate = (node: ts.Node): node is ts.VariableDeclaration & { type: ts.TypeReferenceNode } =>
  ts.isVariableDeclaration(node) &&
  node.type !== undefined &&
  ts.isTypeReferenceNode(node.type) &&
  node.type.typeName.getText() === 'Aggregate';

function docOf(node: ts.Node): { name: string; text: string } | null {
  const isNamed =
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isFunctionDeclaration(node);
  if (!isNamed || !node.name) return null;
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  const text = ts.getTextOfJSDocComment(comment)?.replaceAll(/\s+/g, ' ');
  return text ? { name: node.name.getText(), text } : null;
}

function typeMadeIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'type') {
    const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
    if (ts.isStringLiteral(value)) return value.text;
    const isStep = ts.isCallExpression(value) && value.expression.getText() === 'jobEventType';
    const step = isStep ? value.arguments.at(-1) : undefined;
    return step && ts.isStringLiteral(step) ? `…${step.text}` : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { text } = node.expression.name;
  return STEP_FACTORIES.has(text) ? `…${text.charAt(0).toUpperCase()}${text.slice(1)}` : undefined;
}
