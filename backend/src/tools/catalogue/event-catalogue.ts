import { dirname, join, relative, sep } from 'node:path';
import * as ts from 'typescript';
import { allAggregates, allReactors, allPushRules, allViews } from '../../composition';
import type { LogOwner } from '../../platform/domain/own-log';
import { versionOf } from '../../platform/domain/upcast';
import { type EventDescription, eventTypesOf } from './event-types';
import { type SourceFacts, sourceFactsOf, writersOf } from './source-facts';

const HEAD = `# Events

<!-- Written by \`npm run events -- catalogue --write\`. -->

Every type of event that the code of today writes, by the streams that hold it: what it means, where it is made, who
reacts to it, and what its data are. With each event goes its metadata: \`commandId\`, \`correlationId\` and \`causationId\`
(why it happened), \`actor\` (who did it), \`ownerId\` (whose data it is about), \`at\`, and \`schemaVersion\`. An older
version is lifted to the one of today before anybody sees it ([0039](decisions/0039-versions-of-events.md)).
`;

/** The page docs/events.md, from the sources in `folder` and the composition. */
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
