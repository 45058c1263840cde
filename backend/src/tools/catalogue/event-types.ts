import { dirname } from 'node:path';
import * as ts from 'typescript';
import { isAggregate } from './source-facts';

/** What the types of the code say of an event. */
export interface EventDescription {
  category: string;
  type: string;
  fields: { name: string; type: string; meaning: string }[];
}

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
/** An object's type that is longer is left to the code. */
const LONGEST = 200;

/** The events that the aggregates in the files are declared with. */
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
      if (!event || category === undefined) throw new Error(`${file}: an aggregate is not written as all others.`);
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
    // Steps of any kind of job have a pattern for a type; the kinds that there are have their own events.
    return type?.isStringLiteral() && data ? [{ type: type.value, fields: fieldsOf(checker, data, at) }] : [];
  });
}

function fieldsOf(checker: ts.TypeChecker, data: ts.Type, at: ts.Node): EventDescription['fields'] {
  const shown = (type: ts.Type): string => {
    const text = checker.typeToString(type, at, FORMAT);
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
