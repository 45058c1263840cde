import { dirname, join, relative, sep } from 'node:path';
import * as ts from 'typescript';
import { allAggregates, allPushRules, allReactors, allViews } from '../../app/composition';
import type { LogOwner } from '../../eventsourcing/domain/scoped-event-store';
import { versionOf } from '../../eventsourcing/domain/upcast';

/** Facts read from the syntax tree, without type information. */
export interface SourceFacts {
  /** Doc comments of types, of their members and of functions, by name; the first one found wins. */
  docs: Map<string, string>;
  /** Files that declare an aggregate. */
  aggregates: Set<string>;
  /** Files that create events, by event type; steps that all kinds of jobs share are listed under '…' and the step. */
  made: Map<string, Set<string>>;
}

/** Functions by which kinds of jobs create their events (projects/storyboard/domain/jobs.ts). */
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

/** Returns the files that create events of the type. */
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

/** Description of an event, from its TypeScript types. */
export interface EventDescription {
  category: string;
  type: string;
  fields: { name: string; type: string; meaning: string }[];
}

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
/** Maximum length of a type: a longer object type is cut off, since readers find it in the code. */
const LONGEST = 200;

/** Returns the events of the aggregates that the files declare. */
export function eventTypesOf(files: readonly string[], config: string): EventDescription[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(config),
  );
  const program = ts.createProgram([...files], { ...options, types: [], noEmit: true });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const declared = source?.statements
      .filter(ts.isVariableStatement)
      .flatMap((each) => each.declarationList.declarations);
    return (declared ?? []).filter(isAggregate).flatMap((aggregate) => {
      const [, event] = aggregate.type.typeArguments ?? [];
      const category = categoryOf(aggregate);
      if (!event || category === undefined) throw new Error(`${file}: an aggregate is not declared like all others.`);
      return eventsIn(checker, checker.getTypeFromTypeNode(event), event).map((each) => ({ category, ...each }));
    });
  });
}

function categoryOf({ initializer }: ts.VariableDeclaration): string | undefined {
  if (!initializer || !ts.isObjectLiteralExpression(initializer)) return undefined;
  const property = initializer.properties.find((each) => each.name?.getText() === 'category');
  const isText = property && ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer);
  return isText ? property.initializer.text : undefined;
}

function eventsIn(checker: ts.TypeChecker, event: ts.Type, at: ts.Node): Omit<EventDescription, 'category'>[] {
  const members = event.isUnion() ? event.types : [event];
  return members.flatMap((member) => {
    const [type, data] = ['type', 'data'].map((name) => {
      const property = member.getProperty(name);
      return property && checker.getTypeOfSymbolAtLocation(property, at);
    });
    // The events of generic job steps have a pattern as their type; each kind of job declares its own events.
    return type?.isStringLiteral() && data ? [{ type: type.value, fields: fieldsOf(checker, data, at) }] : [];
  });
}

/** Sorts the words of a union, because TypeScript orders them by code that is unrelated to the type. */
const inOrder = (type: string): string =>
  type.replaceAll(/'[^']*'(?: \| '[^']*')+/gu, (words) => words.split(' | ').sort().join(' | '));

function fieldsOf(checker: ts.TypeChecker, data: ts.Type, at: ts.Node): EventDescription['fields'] {
  const shown = (type: ts.Type): string => {
    const text = inOrder(checker.typeToString(type, at, FORMAT));
    return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  };
  if (data.isUnion()) return [{ name: '(one of)', type: shown(data), meaning: '' }];
  return data.getProperties().map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const type = checker.getTypeOfSymbolAtLocation(property, at);
    return {
      name: `${property.name}${isOptional ? '?' : ''}`,
      type: shown(isOptional ? checker.getNonNullableType(type) : type),
      meaning: ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/g, ' '),
    };
  });
}

const HEAD = `# Events

<!-- Written by \`npm run events -- catalogue --write\`. -->

Every event type that the current code writes, by stream: its meaning, the code that makes it, its reactors, and its
data. Every event has metadata: \`commandId\`, \`correlationId\` and \`causationId\`
(its cause), \`actor\` (who did it), \`ownerId\` (the owner of the data), \`at\`, and \`schemaVersion\`. An event of an older
version is upcast to the current one before it is read ([0003](decisions/0003-event-versions.md)).
`;

/** Renders docs/events.md from the sources in `folder` and the composition. */
export function eventCatalogue(folder: string): string {
  const files = ts.sys.readDirectory(folder, ['.ts'], ['**/*.spec.ts', '**/*.d.ts', 'testing', 'bench', 'tools']);
  const facts = sourceFactsOf(files);
  const events = eventTypesOf([...facts.aggregates].sort(), join(dirname(folder), 'tsconfig.json'));
  const made = (type: string): string =>
    writersOf(facts, type)
      .map((file) => relative(folder, file).split(sep).join('/'))
      .map((file) => `[${file}](../backend/src/${file})`)
      .join(', ');
  const sections = allAggregates.flatMap((aggregate) => {
    const own = events.filter(({ category }) => category === aggregate.category);
    const sorted = own.sort((a, b) => (a.type < b.type ? -1 : 1));
    const described = sorted.map((event) => sectionOf(event, { aggregate, made: made(event.type), docs: facts.docs }));
    return [`## Streams \`${aggregate.category}-…\`\n`, ...described];
  });
  return `${[HEAD, ...sections].join('\n')}`;
}

function sectionOf(
  { type, fields }: EventDescription,
  { aggregate, made, docs }: { aggregate: LogOwner; made: string; docs: SourceFacts['docs'] },
): string {
  const listens = ({ types }: { types: readonly string[] }): boolean => types.includes(type);
  const names = (readers: readonly { name: string; types: readonly string[] }[]): string =>
    [...new Set(readers.filter(listens).map(({ name }) => `\`${name}\``))].sort().join(', ');
  const facts = [
    ['Version', versionText(type, aggregate, docs)],
    ['Made in', made],
    ['Views', names(allViews)],
    ['Processes', names(allReactors)],
    ['Browsers', allPushRules.some(listens) ? 'are told' : ''],
  ];
  const lines = facts.flatMap(([name, text]) => (text ? [`- ${name}: ${text}`] : []));
  const data = fields.map((field) => `- \`${field.name}\`: \`${field.type}\`${field.meaning && ` — ${field.meaning}`}`);
  const paragraphs = [`### ${type}`, docs.get(type) ?? '', lines.join('\n'), data.join('\n') || 'No data.'];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

function versionText(type: string, { upcasters }: LogOwner, docs: SourceFacts['docs']): string {
  const steps = upcasters && Object.hasOwn(upcasters, type) ? (upcasters[type] ?? []) : [];
  return [String(versionOf(upcasters, type)), ...steps.map(({ name }) => docs.get(name) ?? name)].join('. ');
}
