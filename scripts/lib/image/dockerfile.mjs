import { readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';
import { inRoot } from '../paths.mjs';

/**
 * @typedef {{ does: 'copy', from: string | null, sources: string[], target: string }} Copy `from`: another stage
 * @typedef {{ does: 'run', command: string }} Run
 * @typedef {{ does: 'set', name: string, value: string }} Setting of ENV, or of an ARG with its default
 * @typedef {{ does: 'enter', folder: string }} Enter
 * @typedef {Copy | Run | Setting | Enter} Step
 * @typedef {{ name: string, steps: Step[], command: string[] }} Stage `command`: the container's CMD
 */

/** @typedef {import('dockerfile-ast').Instruction} Instruction */

/** @param {Instruction} instruction @returns {Copy} */
function readCopy(instruction) {
  const copy = /** @type {import('dockerfile-ast').Copy} */ (instruction);
  const paths = copy.getArguments().map((argument) => argument.getValue());
  return {
    does: 'copy',
    from: copy.getFromFlag()?.getValue() ?? null,
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  };
}

/** @param {Instruction} instruction @returns {Setting[]} */
const readSettings = (instruction) =>
  /** @type {import('dockerfile-ast').Env} */ (instruction).getProperties().flatMap((property) => {
    const value = property.getValue();
    return value === null ? [] : [{ does: /** @type {const} */ ('set'), name: property.getName(), value }];
  });

/** @param {Instruction} instruction @returns {Step[]} */
function readStep(instruction) {
  const words = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'COPY':
      return [readCopy(instruction)];
    case 'RUN':
      // Continued lines are one command.
      return [{ does: 'run', command: (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n/g, ' ') }];
    case 'ARG':
    case 'ENV':
      return readSettings(instruction);
    case 'WORKDIR':
      return [{ does: 'enter', folder: words[0] ?? '/' }];
    default:
      return [];
  }
}

/**
 * Returns the stages of a Dockerfile in order; the last one is the image.
 * @param {string} [text]
 * @returns {Stage[]}
 */
export function readStages(text = readFileSync(inRoot('docker/Dockerfile'), 'utf8')) {
  /** @type {Stage[]} */
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const name = /** @type {import('dockerfile-ast').From} */ (instruction).getBuildStage();
      stages.push({ name: name ?? 'image', steps: [], command: [] });
      continue;
    }
    // An ARG before the first stage names a base image.
    const stage = stages.at(-1);
    if (!stage) continue;
    stage.steps.push(...readStep(instruction));
    if (instruction.getKeyword() === 'CMD') stage.command = JSON.parse(instruction.getArgumentsContent() ?? '[]');
  }
  return stages;
}
