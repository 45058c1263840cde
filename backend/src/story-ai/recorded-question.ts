import type { ProviderCall } from '@storyreel/contracts';
import { DomainError } from '../platform/domain/domain-error';

/** What a text model was asked, as it is recorded: the operation of the provider, and its question. */
export interface RecordedQuestion {
  operation: string;
  question: Record<string, unknown>;
}

/** Of the newest try that is recorded whole; null when there is none. */
export function questionIn(calls: readonly ProviderCall[]): RecordedQuestion | null {
  const call = calls.findLast(({ cut, request }) => !cut && typeof request === 'object' && request !== null);
  return call ? { operation: call.operation, question: call.request as Record<string, unknown> } : null;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Its words and numbers by name; those of a part by both names: 'scene.title'. What was not given is ''. */
export const inputsOf = ({ question }: RecordedQuestion): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(question).flatMap(([name, value]): [string, string | number][] => {
      if (isGroup(value)) {
        const inner = inputsOf({ operation: '', question: value });
        return Object.entries(inner).map(([part, words]) => [`${name}.${part}`, words]);
      }
      if (value === null) return [[name, '']];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );

/** The question with other words. @throws DomainError bad_request for what is no words of it */
export function editedQuestion(recorded: RecordedQuestion, edits: Record<string, unknown>): Record<string, unknown> {
  const known = inputsOf(recorded);
  const question = structuredClone(recorded.question);
  for (const [name, value] of Object.entries(edits)) {
    if (!Object.hasOwn(known, name) || typeof known[name] !== typeof value) {
      throw new DomainError('bad_request', `The text has no words '${name}' to change.`);
    }
    const [first = '', second] = name.split('.');
    const group = second === undefined ? question : (question[first] as Record<string, unknown>);
    const last = second ?? first;
    // What was not given, such as the style of a project that has none, is nothing again when its words are taken away.
    group[last] = value === '' && group[last] === null ? null : value;
  }
  return question;
}
