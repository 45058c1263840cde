import { kinds } from './kinds';
import { closePaidWorkProcess } from './workers/close-paid-work.process';

export { decideFail } from './domain/job-steps';
export { GenerationModule } from './generation.module';

export const generationViews = kinds.flatMap(({ views }) => views);
export const generationProcesses = [
  ...kinds.flatMap(({ processes }) => processes),
  closePaidWorkProcess(kinds.map(({ kind }) => kind)),
];
export const generationPushRules = kinds.flatMap(({ pushRules }) => pushRules);
