import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { isMissingFile } from '../../lib/errors';

/** Folder in the data directory that holds the operator's workflows, in ComfyUI's API format ('Export (API)'). */
export const WORKFLOWS = 'workflows';
const MAX_BYTES = 4 * 1024 * 1024;

const nodeSchema = z.looseObject({
  class_type: z.string().min(1),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
});
const workflowSchema = z.record(z.string(), nodeSchema);
export type Workflow = z.infer<typeof workflowSchema>;
type Node = z.infer<typeof nodeSchema>;

export type Value = string | number | boolean;
export interface Values {
  /** Values by the names in the nodes' titles. An input whose name has no value here keeps the workflow's own value. */
  values: Readonly<Record<string, Value>>;
  /** Length of a clip, from which nodes that count frames compute their number of frames. */
  seconds?: number;
}

/** The workflow cannot be used as it is. The message is for the operator. */
export class UnusableWorkflow extends Error {}

/**
 * Usual inputs of nodes for a value's name, the most likely first; a name that is missing here is also the name of its
 * input.
 */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  prompt: ['text', 'prompt', 'string', 'value'],
  negative: ['text', 'negative_prompt', 'negative', 'prompt', 'string', 'value'],
  seed: ['seed', 'noise_seed', 'value'],
  width: ['width', 'value'],
  height: ['height', 'value'],
  count: ['batch_size', 'amount', 'value'],
  seconds: ['seconds', 'duration', 'value'],
  frames: ['length', 'num_frames', 'frames', 'value'],
};
const PICTURE = /^(?:start|end|reference\d+)$/u;

interface Binding {
  node: string;
  name: string;
  input: string;
  /** Frames per second, for a node that counts frames. */
  rate: number | null;
}

/**
 * Matches marks in nodes' titles: 'storyreel:seed', 'storyreel:prompt=text_g' for an input other than the usual one,
 * 'storyreel:frames@16'.
 */
const MARK = /\bstoryreel:([a-z]\w*)(?:@(\d{1,3}))?(?:=(\w+))?/giu;
/** The mark of a node whose files are the result; it stands for no value. */
const OUTPUT = 'output';
const SIZE = ['width', 'height'];

const titleOf = ({ _meta, class_type: type }: Node): string => _meta?.title ?? type;

function inputOf(id: string, node: Node, name: string, named: string | undefined): string {
  const likely = named === undefined ? (INPUTS[name] ?? (PICTURE.test(name) ? ['image'] : [name, 'value'])) : [named];
  const input = likely.find((one) => node.inputs[one] !== undefined);
  if (input === undefined)
    throw new UnusableWorkflow(`Node ${id} (${titleOf(node)}) has no input ${likely.join(' or ')}.`);
  // A list means a link: a node's id and the number of its output.
  if (Array.isArray(node.inputs[input]))
    throw new UnusableWorkflow(`Node ${id} (${titleOf(node)}) gets its ${input} from another node: mark that node.`);
  return input;
}

/**
 * Returns which inputs take which values.
 * @throws UnusableWorkflow
 */
function bindingsOf(workflow: Workflow): Binding[] {
  return Object.entries(workflow).flatMap(([id, node]) =>
    [...(node._meta?.title ?? '').matchAll(MARK)].flatMap(([, mark = '', rate, input]): Binding[] => {
      const name = mark.toLowerCase().replace(/^reference$/u, 'reference1');
      if (name === OUTPUT) return [];
      const names = name === 'size' ? SIZE : [name];
      return names.map((one) => ({
        node: id,
        name: one,
        input: inputOf(id, node, one, input),
        rate: rate === undefined ? null : Number(rate),
      }));
    }),
  );
}

/** Reads a workflow by its file's name. @throws UnusableWorkflow */
export async function readWorkflow(home: string, file: string): Promise<Workflow> {
  const wrong = (why: string): UnusableWorkflow => new UnusableWorkflow(`${WORKFLOWS}/${file}: ${why}`);
  if (basename(file) !== file || !file.endsWith('.json')) throw wrong('it must be the name of a .json file.');
  let text: string;
  try {
    text = await readFile(join(home, WORKFLOWS, file), 'utf8');
  } catch (error) {
    if (isMissingFile(error)) throw wrong('there is no such file.');
    throw error;
  }
  if (text.length > MAX_BYTES) throw wrong('it is too large.');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is no JSON.');
  }
  const parsed = workflowSchema.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data).length === 0)
    throw wrong("it is not in the API's format: use 'Export (API)' in ComfyUI.");
  try {
    if (!marksOf(parsed.data).has('prompt')) throw new UnusableWorkflow('no node is called storyreel:prompt.');
  } catch (error) {
    throw error instanceof UnusableWorkflow ? wrong(error.message) : error;
  }
  return parsed.data;
}

/** Returns the names of all values that a workflow takes. @throws UnusableWorkflow */
export const marksOf = (workflow: Workflow): ReadonlySet<string> =>
  new Set(bindingsOf(workflow).map(({ name }) => name));

/** Returns how many reference pictures a workflow takes. */
export const referencesIn = (marks: ReadonlySet<string>): number =>
  [...marks].filter((name) => name.startsWith('reference')).length;

/**
 * Returns the ids of the nodes marked as outputs; empty when no node is marked, so that the files of all nodes count.
 */
export function outputsOf(sent: unknown): string[] {
  const { data: workflow = {} } = workflowSchema.safeParse(sent);
  return Object.keys(workflow).filter((id) => /\bstoryreel:output\b/iu.test(workflow[id]?._meta?.title ?? ''));
}

/**
 * Returns the workflow with these values filled in. Nodes of missing pictures are removed, and inputs linked to them
 * are left empty.
 */
export function withValues(workflow: Workflow, { values, seconds }: Values): Workflow {
  const filled = structuredClone(workflow);
  const gone = new Set<string>();
  for (const { node: id, name, input, rate } of bindingsOf(workflow)) {
    const node = filled[id];
    const value = rate !== null && seconds !== undefined ? seconds * rate + 1 : values[name];
    if (value !== undefined && node) node.inputs[input] = value;
    else if (PICTURE.test(name)) gone.add(id);
  }
  for (const id of gone) delete filled[id];
  const isGone = (value: unknown): boolean => Array.isArray(value) && gone.has(String(value[0]));
  for (const node of Object.values(filled))
    node.inputs = Object.fromEntries(Object.entries(node.inputs).filter(([, value]) => !isGone(value)));
  return filled;
}
